/** The bytes of a request's body; none where it has none. */
export function toSource({ body }: Request): ReadableStream<Uint8Array> {
  return body ?? new ReadableStream({ start: (controller) => controller.close() });
}
