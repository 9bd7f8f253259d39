import { describe, expect, it } from 'vitest';
import { MessageNumbers } from '../../../lib/kernel/link/message-numbers.ts';
import { toKernelMessage } from '../../../lib/kernel/wire/kernel-message.ts';

function message(number: number | string, type = 'stream', state = '') {
  const header = { msg_id: `session_7_${number}`, msg_type: type };
  return toKernelMessage({ header, content: { execution_state: state } });
}

/** Notes messages of these numbers between a busy message 10 and an idle message 20. */
function count(numbers: number[], note: (all: MessageNumbers) => void = () => {}): number | null {
  const all = new MessageNumbers();
  const [busy, idle] = [message(10, 'status', 'busy'), message(20, 'status', 'idle')];
  all.note(busy);
  for (const number of numbers) all.note(message(number));
  note(all);
  all.note(idle);
  return all.countMissing(busy, idle);
}

describe('missing messages', () => {
  it.each([
    [[11, 12, 13, 14, 15, 16, 17, 18, 19], 0],
    [[11, 12, 13, 15, 16, 17, 18, 19], 1],
    [[], 9],
    [[11, 19], 7],
    // Channels race.
    [[19, 18, 17, 16, 15, 14, 13, 12, 11], 0],
    [[15, 11, 19, 13], 5],
    // What came twice is not there twice.
    [[11, 11, 11], 8],
  ])('of which arrived: %j', (numbers, missing) => {
    expect(count(numbers)).toBe(missing);
  });

  it('are not counted outside of the cell', () => {
    const all = new MessageNumbers();
    const [busy, idle] = [message(10, 'status', 'busy'), message(12, 'status', 'idle')];
    for (const each of [message(2, 'status', 'busy'), busy, message(11), idle, message(30)]) all.note(each);
    expect(all.countMissing(busy, idle)).toBe(0);
  });

  it('are counted from the mark when the first message is missing too', () => {
    const all = new MessageNumbers();
    all.note(message(10, 'status', 'idle'));
    const mark = all.mark();
    const idle = message(15, 'status', 'idle');
    all.note(idle);
    expect(all.countMissing(mark, idle)).toBe(4);
  });

  it.each([
    [[11, 12, 13, 14, 15, 16, 17, 18], 0],
    [[11, 12, 14, 15, 16, 17, 18], 1],
  ])('are counted when the reply comes first of all: %j', (numbers, missing) => {
    const all = new MessageNumbers();
    const [busy, idle] = [message(10, 'status', 'busy'), message(20, 'status', 'idle')];
    all.note(message(19, 'execute_reply'));
    for (const each of [busy, ...numbers.map((number) => message(number)), idle]) all.note(each);
    expect(all.countMissing(busy, idle)).toBe(missing);
  });

  it('do not include replies to other clients', () => {
    const numbers = [11, 12, 13, 14, 15, 16];
    expect(count(numbers, (all) => all.note(message(18, 'status', 'idle'), false))).toBe(1);
  });

  it('do not include those of forked processes, which count for themselves', () => {
    const child = toKernelMessage({ header: { msg_id: 'session_8_500', msg_type: 'stream' } });
    expect(count([11, 12, 13, 14, 15, 16, 17, 18, 19], (all) => all.note(child))).toBe(0);
  });

  it('are counted through any number of gaps', () => {
    const all = new MessageNumbers();
    const [busy, idle] = [message(0, 'status', 'busy'), message(60_000, 'status', 'idle')];
    all.note(busy);
    for (let number = 2; number < 60_000; number += 2) all.note(message(number));
    all.note(idle);
    expect(all.countMissing(busy, idle)).toBe(30_000);
  });

  it('are unknown where nothing is numbered', () => {
    const all = new MessageNumbers();
    const named = toKernelMessage({ header: { msg_id: crypto.randomUUID(), msg_type: 'status' } });
    all.note(named);
    expect(all.countMissing(named, named)).toBeNull();
  });
});
