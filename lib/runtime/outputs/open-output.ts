/** The whole output of a cell as a stream of text, whatever its length. */
import { readOutput } from '../../execution/tools/read-output.ts';
import { findCell, type Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';

/** Read at once, characters. */
const SLICE_LENGTH = 1_000_000;

/** UTF-8. Throws AppError `not-found` for an unknown cell. */
export function openOutput(
  session: Session,
  cellId: string,
  readBlob: (blob: string) => Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  const cell = findCell(session, cellId);
  if (!cell) throw new AppError('not-found', 'There is no such cell in this session.');
  const encoder = new TextEncoder();
  let start = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { text, end, total } = await readOutput(cell, { start, length: SLICE_LENGTH }, readBlob);
      start = end;
      if (text !== '') controller.enqueue(encoder.encode(text));
      if (text === '' || end >= total) controller.close();
    },
  });
}
