/** Waits for a promise, but no longer than `ms`: resolves to whether it was fulfilled by then. */
export async function isWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: elapsed, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  return Promise.race([promise.then(() => true), elapsed]).finally(() => clearTimeout(timer));
}
