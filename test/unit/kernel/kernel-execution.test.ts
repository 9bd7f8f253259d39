import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Execution, type ExecutionOptions } from '../../../lib/kernel/execution/execution.ts';
import type { ExecutionEvent } from '../../../lib/kernel/kernel.ts';
import { toKernelMessage } from '../../../lib/kernel/wire/kernel-message.ts';

function message(type: string, content: Record<string, unknown>, channel = 'iopub') {
  return toKernelMessage({ channel, header: { msg_type: type }, parent_header: { msg_id: 'ours' }, content });
}

const BUSY = message('status', { execution_state: 'busy' });
const IDLE = message('status', { execution_state: 'idle' });
const INPUT = message('execute_input', { code: '1', execution_count: 7 });
const OK = message('execute_reply', { status: 'ok', execution_count: 6 }, 'shell');
const ERROR = message('execute_reply', { status: 'error', ename: 'KeyboardInterrupt' }, 'shell');
const ABORTED = message('execute_reply', { status: 'aborted' }, 'shell');
const PRINTED = message('stream', { name: 'stdout', text: 'late' });

const createExecution = (options: Partial<ExecutionOptions> = {}) =>
  new Execution({
    silent: false,
    displayIds: new Set(),
    countMissing: () => 0,
    probe: () => {},
    route: (event) => [event],
    settle: async () => {},
    replyInput: () => {},
    ...options,
  });

/** Feeds an execution, `probe` standing for the answer to a later request; resolves to all its events. */
async function feed(
  steps: (ReturnType<typeof message> | 'probe' | 'die' | 'interrupt')[],
  late: ExecutionEvent[] = [],
) {
  const execution = createExecution({ onLate: (event) => late.push(event) });
  for (const step of steps) {
    if (step === 'probe') execution.handleProbe();
    else if (step === 'die') execution.handleDeath('It died.');
    else if (step === 'interrupt') execution.interruptAs({ status: 'interrupted' });
    else execution.handle(step);
  }
  expect(execution.isEnded).toBe(true);
  const events: ExecutionEvent[] = [];
  for await (const event of execution.events) events.push(event);
  return events;
}

describe('Execution', () => {
  it.each([2 ** 60, 1.5, -1, '7'])('takes no execution count from %j', async (execution_count) => {
    const input = message('execute_input', { code: '1', execution_count });
    expect(await feed([BUSY, input, OK, IDLE])).toEqual([
      { type: 'end', status: 'ok', executionCount: null },
    ]);
  });

  it.each([
    ['reply, then idle', [BUSY, INPUT, OK, IDLE]],
    ['idle, then reply', [BUSY, INPUT, IDLE, OK]],
    ['reply, and a probe instead of idle', [BUSY, INPUT, OK, 'probe' as const]],
  ])('is over after %s', async (_, steps) => {
    expect(await feed(steps)).toEqual([{ type: 'end', status: 'ok', executionCount: 7 }]);
  });

  it('takes output between idle and reply, and hands on what comes after the end', async () => {
    const late: ExecutionEvent[] = [];
    const events = await feed([BUSY, IDLE, PRINTED, OK, PRINTED, IDLE], late);
    expect(events.map((event) => event.type)).toEqual(['output', 'end']);
    expect(late).toEqual([{ type: 'output', output: expect.objectContaining({ text: 'late' }) }]);
  });

  it('ends with the input that the code offers', async () => {
    const payload = [{ source: 'set_next_input', text: 'x = 1', replace: true }];
    const events = await feed([BUSY, message('execute_reply', { status: 'ok', payload }, 'shell'), IDLE]);
    expect(events).toMatchObject([{ status: 'ok', nextInput: { text: 'x = 1', replace: true } }]);
  });

  it.each([
    ['an error reply', 'error', [BUSY, ERROR, IDLE]],
    ['an error reply after an interrupt', 'interrupted', [BUSY, 'interrupt' as const, ERROR, IDLE]],
    ['an ok reply after an interrupt', 'ok', [BUSY, 'interrupt' as const, OK, IDLE]],
    ['an aborted reply', 'aborted', [BUSY, ABORTED, IDLE]],
    ['a probe answered with nothing seen', 'aborted', ['probe' as const]],
    ['a probe answered with the end missing', 'aborted', [BUSY, INPUT, PRINTED, 'probe' as const]],
    ['the death of the kernel', 'kernel-died', [BUSY, INPUT, 'die' as const]],
  ])('ends after %s as %s', async (_, status, steps) => {
    expect((await feed(steps)).at(-1)).toMatchObject({ type: 'end', status });
  });

  it('waits for the process to go after exit()', async () => {
    const exiting = message('execute_reply', { status: 'ok', payload: [{ source: 'ask_exit' }] }, 'shell');
    const events = await feed([BUSY, exiting, IDLE, 'die']);
    expect(events).toMatchObject([{ status: 'kernel-died', reason: expect.stringContaining('exit()') }]);
  });

  it('asks for a sign of life when idle is missing, also if the reply overtook everything else', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const probe = vi.fn();
    const execution = createExecution({ probe });
    for (const each of [OK, BUSY, INPUT]) execution.handle(each);
    vi.advanceTimersByTime(1_000);
    expect(probe).toHaveBeenCalledOnce();
    execution.handleProbe();
    expect(execution.isEnded).toBe(true);
  });

  it('was interrupted when the interrupt kept the kernel from sending a reply', async () => {
    expect(await feed([BUSY, INPUT, 'interrupt', 'probe'])).toEqual([
      {
        type: 'end',
        status: 'interrupted',
        executionCount: 7,
        reason: 'The kernel did not report how this cell ended. Its last output may be missing.',
      },
    ]);
  });
});
