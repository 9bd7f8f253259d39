/** Closes a `switch` over a union: the compiler rejects a forgotten member, the runtime reports one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
