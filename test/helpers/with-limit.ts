/** The same result, or an error that says what did not come: without it, a test runs into its own limit and says nothing. */
export async function withLimit<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  message: string,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${message} within ${timeoutMs} ms.`)), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
