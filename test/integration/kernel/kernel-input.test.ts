/** What code asks with `input()` and `getpass()`, against a real kernel. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ExecutionEvent, InputHandler, Kernel } from '../../../lib/kernel/kernel.ts';
import { startProxy } from '../../helpers/kernel/faulty-proxy.ts';
import { describeProcesses } from '../../helpers/kernel/kernel-processes.ts';
import { createTestProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

/** Gives the answers in order, null when there are no more. */
function answerWith(...answers: string[]): InputHandler {
  return async () => answers.shift() ?? null;
}

/** Never answers. `asked` resolves at the first question, `given up` when the code no longer waits for it. */
function neverAnswer() {
  const asked = Promise.withResolvers<void>();
  const givenUp = Promise.withResolvers<void>();
  const onInput: InputHandler = (_, signal) => {
    signal.addEventListener('abort', () => givenUp.resolve());
    asked.resolve();
    return new Promise(() => {});
  };
  return { onInput, asked: asked.promise, givenUp: givenUp.promise };
}

function toTypes(events: ExecutionEvent[]): string[] {
  return events.map((event) => event.type);
}

describe.each(['on', 'off'] as const)('sandbox %s:', (sandbox) => {
  const test = shareProvider({ sandbox });
  let kernel: Kernel;

  beforeAll(async () => {
    kernel = await test.start('own');
  });

  it('asks in order, between the outputs, and takes the answers', async () => {
    const code = 'print("first")\na = input("a? ")\nprint("second")\nb = input()\nprint(a + b)';
    const { events, stdout } = await run(kernel, code, { onInput: answerWith('x ', 'ÿ😀') });
    expect(stdout).toBe('first\nsecond\nx ÿ😀\n');
    const inputs = events.filter(({ type }) => type.startsWith('input'));
    expect(inputs).toMatchObject([
      { type: 'input-request', prompt: 'a? ', password: false },
      { type: 'input-reply', value: 'x ', from: 'human' },
      { type: 'input-request', prompt: '' },
      { type: 'input-reply', value: 'ÿ😀' },
    ]);
    expect(toTypes(events).slice(0, 4)).toEqual(['output', 'input-request', 'input-reply', 'output']);
  });

  it('keeps a password out of every event', async () => {
    const code = 'import getpass\nsecret = getpass.getpass("Key: ")\nlen(secret)';
    const { events, outputs } = await run(kernel, code, { onInput: answerWith('s3cret-canary') });
    expect(outputs).toMatchObject([{ data: { 'text/plain': '13' } }]);
    expect(events[0]).toMatchObject({ type: 'input-request', prompt: 'Key: ', password: true });
    expect(events[1]).toMatchObject({ type: 'input-reply', value: null, from: 'human' });
    expect(JSON.stringify(events)).not.toContain('s3cret-canary');
  });

  it.each(['input("name? ")', 'import getpass; getpass.getpass()'])(
    'ends %s with EOFError and a reason when nobody answers',
    async (code) => {
      const { events, outputs, end } = await run(kernel, code, { onInput: answerWith() });
      expect(events).toContainEqual(expect.objectContaining({ from: 'nobody', value: null }));
      expect(outputs).toMatchObject([{ ename: 'EOFError' }]);
      expect(end).toMatchObject({ status: 'error', reason: expect.stringContaining('Nobody was there') });
    },
  );

  it('counts a handler that fails as nobody', async () => {
    const { outputs } = await run(kernel, 'input()', { onInput: () => Promise.reject(new Error('Lost.')) });
    expect(outputs).toMatchObject([{ ename: 'EOFError' }]);
  });

  it('asks for code in a thread', async () => {
    const code = [
      'import threading',
      'answers = []',
      'thread = threading.Thread(target=lambda: answers.append(input("thread? ")))',
      'thread.start(); thread.join(); print(answers)',
    ].join('\n');
    const { stdout } = await run(kernel, code, { onInput: answerWith('yes') });
    expect(stdout).toBe("['yes']\n");
  });

  it('releases a thread that still asks when its cell has ended', async () => {
    const code = [
      'import os, threading, time',
      'ended = threading.Event()',
      'def ask():',
      '    try: input("late? ")',
      '    except EOFError: ended.set()',
      'threading.Thread(target=ask).start()',
      'while not os.path.exists("gate"): time.sleep(0.01)',
    ].join('\n');
    const reader = neverAnswer();
    const running = run(kernel, code, reader);
    await reader.asked;
    await writeFile(join(test.workspacesDir, 'own', 'gate'), '');
    expect((await running).end.status).toBe('ok');
    await reader.givenUp;
    const next = await run(kernel, 'print(ended.wait(10), input())', { onInput: answerWith('mine') });
    expect(next.stdout).toBe('True mine\n');
  });

  it('does not count the time a person takes against the limit of the cell', async () => {
    // Without the pause the limit would end the cell: it is over before the answer comes.
    const limitMs = 1_500;
    const onInput: InputHandler = () =>
      new Promise((resolve) => setTimeout(() => resolve('late'), 2 * limitMs));
    const { stdout, end } = await run(kernel, 'print(input())', { timeoutMs: limitMs, onInput });
    expect([stdout, end.status]).toEqual(['late\n', 'ok']);
    const after = await run(kernel, 'input()\nimport time; time.sleep(600)', {
      timeoutMs: limitMs,
      onInput: answerWith('x'),
    });
    expect(after.end.status).toBe('timed-out');
  });

  it('is interrupted while it waits, and the next question is asked afresh', async () => {
    const reader = neverAnswer();
    const controller = new AbortController();
    const running = run(kernel, 'input("stuck? ")', { onInput: reader.onInput, signal: controller.signal });
    await reader.asked;
    controller.abort();
    await reader.givenUp;
    const { end, events } = await running;
    expect(end).toMatchObject({ status: 'interrupted' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'input-reply', from: 'nobody' }));
    const next = await run(kernel, 'print(input())', { onInput: answerWith('fresh') });
    expect(next.stdout).toBe('fresh\n');
  });

  it('ends with its kernel while it waits', async () => {
    const { kernel: pid } = await describeProcesses(kernel);
    const reader = neverAnswer();
    const running = run(kernel, 'input("there? ")', reader);
    await reader.asked;
    process.kill(pid, 'SIGKILL');
    await reader.givenUp;
    expect((await running).end.status).toBe('kernel-died');
    const next = await run(kernel, 'print(input())', { onInput: answerWith('again') });
    expect(next.stdout).toBe('again\n');
  });

  it('asks a bounded number of times and shortens a long question', async () => {
    const code = [
      'asked = 0',
      'try: input("x" * 1_000_000)',
      'except EOFError: pass',
      'for _ in range(700):',
      '    try: input()',
      '    except EOFError: asked += 1',
      'print(asked)',
    ].join('\n');
    const { events, stdout } = await run(kernel, code, { onInput: answerWith() });
    expect(stdout).toBe('700\n');
    const requests = events.filter((event) => event.type === 'input-request');
    expect(requests).toHaveLength(500);
    expect(requests[0]?.prompt.length).toBeLessThan(1_100);
  });
});

it('an answer that a broken connection swallows is sent again', async () => {
  const server = await startStockServer();
  onTestFinished(server.stop);
  const proxy = await startProxy(server.url);
  onTestFinished(proxy.stop);
  const test = await createTestProvider({ external: { url: proxy.url, token: server.token } });
  onTestFinished(test.dispose);
  const kernel = await test.start();
  const onInput: InputHandler = async () => {
    proxy.cut();
    return 'kept';
  };
  const { stdout } = await run(kernel, 'print(input("first? "), input("second? "))', { onInput });
  expect(stdout).toBe('kept kept\n');
});
