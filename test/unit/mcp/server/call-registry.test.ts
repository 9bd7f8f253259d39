import { expect, test } from 'vitest';
import { createCallRegistry } from '../../../../lib/mcp/server/call-registry.ts';

const call = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'tools/call' });
const cancel = (requestId: number | string) => ({ method: 'notifications/cancelled', params: { requestId } });

test('a request cancels the call with its ID, in its session alone', () => {
  const calls = createCallRegistry();
  const [mine, other, text] = [
    calls.open('a', call(1)),
    calls.open('b', call(1)),
    calls.open('a', call('1')),
  ];
  calls.open('a', cancel(1));
  expect([mine, other, text].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  const unnamed = calls.open(null, call(1));
  calls.open(null, cancel(1));
  expect(unnamed.signal.aborted).toBe(false);
});

test('a call is under way until its response was read, or nobody reads it', async () => {
  const calls = createCallRegistry();
  const answer = (id: number) => {
    using open = calls.open('a', call(id));
    return { signal: open.signal, response: open.hold(new Response('words')) };
  };
  const [read, left, waiting] = [answer(1), answer(2), answer(3)];
  expect(await read.response.text()).toBe('words');
  await left.response.body?.cancel();
  for (const id of [1, 2, 3]) calls.open('a', cancel(id));
  expect([read, left, waiting].map(({ signal }) => signal.aborted)).toEqual([false, false, true]);
});
