import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InputRequest } from '../../../lib/protocol/cells/cell.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { createInputDesk } from '../../../lib/runtime/kernels/input-desk.ts';

const WAIT_MS = 60_000;
const NEVER = new AbortController().signal;

function question(requestId: string): InputRequest {
  return { requestId, prompt: '', password: false };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first answer counts, the second finds nothing to answer', async () => {
  const desk = createInputDesk();
  desk.addReader('s');
  const answer = desk.createHandlers('s', WAIT_MS).onInput(question('q'), NEVER);
  expect(desk.answer('s', 'other', 'x', LOCAL_USER)).toBe(false);
  expect(desk.answer('t', 'q', 'x', LOCAL_USER)).toBe(false);
  expect(desk.answer('s', 'q', 'first', LOCAL_USER)).toBe(true);
  expect(desk.answer('s', 'q', 'second', LOCAL_USER)).toBe(false);
  expect(await answer).toBe('first');
});

test('a reader is waited for without limit', async () => {
  const desk = createInputDesk();
  desk.addReader('s');
  const answer = desk.createHandlers('s', WAIT_MS).onInput(question('q'), NEVER);
  await vi.advanceTimersByTimeAsync(100 * WAIT_MS);
  expect(desk.answer('s', 'q', 'at last', LOCAL_USER)).toBe(true);
  expect(await answer).toBe('at last');
});

test('without a reader the wait is bounded, and not repeated until one came', async () => {
  const desk = createInputDesk();
  const ask = desk.createHandlers('s', WAIT_MS).onInput;
  const first = ask(question('q-1'), NEVER);
  await vi.advanceTimersByTimeAsync(WAIT_MS);
  expect(await first).toBeNull();
  expect(await ask(question('q-2'), NEVER)).toBeNull();
  expect(vi.getTimerCount()).toBe(0);

  const leave = desk.addReader('s');
  leave();
  const third = ask(question('q-3'), NEVER);
  expect(desk.answer('s', 'q-3', 'back', LOCAL_USER)).toBe(true);
  expect(await third).toBe('back');
});

test('who leaves may come back in time', async () => {
  const desk = createInputDesk();
  const [first, second] = [desk.addReader('s'), desk.addReader('s')];
  const answer = desk.createHandlers('s', WAIT_MS).onInput(question('q'), NEVER);
  first();
  first();
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  second();
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
  const leave = desk.addReader('s');
  await vi.advanceTimersByTimeAsync(2 * WAIT_MS);
  leave();
  await vi.advanceTimersByTimeAsync(WAIT_MS);
  expect(await answer).toBeNull();
});

test('with no time to wait, and when the code stops waiting, there is no answer at once', async () => {
  const desk = createInputDesk();
  expect(await desk.createHandlers('s', 0).onInput(question('q'), NEVER)).toBeNull();
  const code = new AbortController();
  const answer = desk.createHandlers('s', WAIT_MS).onInput(question('q'), code.signal);
  code.abort();
  expect(await answer).toBeNull();
  expect(desk.answer('s', 'q', 'too late', LOCAL_USER)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('an approval is decided, and no text answers it', async () => {
  const desk = createInputDesk();
  desk.addReader('s');
  const request = { requestId: 'q', reasons: [], source: 'x' };
  const { onInput, onApproval } = desk.createHandlers('s', WAIT_MS);
  const decision = onApproval(request, NEVER);
  expect(desk.answer('s', 'q', 'yes', LOCAL_USER)).toBe(false);
  expect(desk.answer('s', 'q', { decision: 'approve' }, LOCAL_USER)).toBe(true);
  expect(await decision).toEqual({ decision: 'approve' });
  const answer = onInput(question('i'), NEVER);
  expect(desk.answer('s', 'i', { decision: 'approve' }, LOCAL_USER)).toBe(false);
  expect(desk.answer('s', 'i', 'text', LOCAL_USER)).toBe(true);
  expect(await answer).toBe('text');
});
