import { expect, test } from 'vitest';
import { toEventStream } from '../../../app/api/to-event-stream.ts';

test('what fails while a slow reader is waited for is told at its next pull, and nowhere else', async () => {
  const isAsked = Promise.withResolvers<void>();
  async function* read() {
    yield 'first';
    isAsked.resolve();
    throw new Error('The log cannot be read.');
  }
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const reader = toEventStream(read()).getReader();
  await isAsked.promise;
  // Node tells of what nobody handles after the microtasks of this turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
  await expect(reader.read()).rejects.toThrow('The log cannot be read.');
});
