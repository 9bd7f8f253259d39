/** Content that is made as it is read. Whoever stops reading ends the work. */
export function toStream(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = chunks[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await reader.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
