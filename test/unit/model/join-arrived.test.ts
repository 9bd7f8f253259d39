import { expect, test } from 'vitest';
import type { ModelEvent } from '../../../lib/model/model.ts';
import { joinArrived } from '../../../lib/model/openai/join-arrived.ts';

const text = (each: string): ModelEvent => ({ type: 'text-delta', text: each });

test('text that arrived together is one event, and nothing waits for what comes later', async () => {
  const gate = Promise.withResolvers<void>();
  async function* send(): AsyncGenerator<ModelEvent> {
    yield text('a');
    yield text('b');
    yield { type: 'reasoning-delta', text: 'c' };
    yield text('d');
    yield text('e');
    // Opened only by the reader who has all of these.
    await gate.promise;
    yield text('f');
    throw new Error('cut');
  }
  const seen: ModelEvent[] = [];
  const read = async () => {
    for await (const event of joinArrived(send())) {
      seen.push(event);
      if (event.type === 'text-delta' && event.text === 'de') gate.resolve();
    }
  };
  await expect(read()).rejects.toThrow('cut');
  expect(seen).toEqual([text('ab'), { type: 'reasoning-delta', text: 'c' }, text('de'), text('f')]);
});
