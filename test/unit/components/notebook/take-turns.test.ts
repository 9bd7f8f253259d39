import { expect, test, vi } from 'vitest';
import { takeTurns } from '../../../../components/notebook/commands/state/take-turns.ts';
import { LOCK_WAIT_MS } from '../../../../lib/protocol/lock-wait.ts';

test('requests follow each other, after a failure and after one without an answer too', async () => {
  vi.useFakeTimers();
  const inTurn = takeTurns();
  const made: string[] = [];
  const make = (name: string, answer: Promise<unknown>) =>
    inTurn(() => {
      made.push(name);
      return answer;
    });
  const { promise, reject } = Promise.withResolvers<void>();
  const first = make('first', promise);
  const second = make('second', new Promise(() => {}));
  const third = make('third', Promise.resolve('answer'));
  expect(made).toEqual(['first']);
  reject(new Error('It failed.'));
  await expect(first).rejects.toThrow('It failed.');
  await vi.waitFor(() => expect(made).toEqual(['first', 'second']));
  // The server may be waiting for a lock, twice.
  await vi.advanceTimersByTimeAsync(2 * LOCK_WAIT_MS);
  expect(made).toEqual(['first', 'second']);
  await vi.advanceTimersByTimeAsync(2 * LOCK_WAIT_MS);
  expect(await third).toBe('answer');
  // Without a microtask in between.
  void make('fourth', second);
  expect(made).toEqual(['first', 'second', 'third', 'fourth']);
});
