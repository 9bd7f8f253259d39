/** What executing cells yields, against a real server and kernel. */
import { execFile } from 'node:child_process';
import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import type { ExecutionEvent, Kernel } from '../../../lib/kernel/kernel.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';

const runProgram = promisify(execFile);
const FOLLOW_FLOOD = join(import.meta.dirname, '../../helpers/kernel/follow-flood.ts');

/** What the first process of a box is called. */
const BOX_PROGRAM = readConfig({ ...process.env }).box === 'fork' ? 'box_zygote.py' : 'bwrap';

describe.each(['on', 'off'] as const)('sandbox %s:', (sandbox) => {
  let test: TestProvider;
  let kernel: Kernel;

  beforeAll(async () => {
    process.env.ACTBOOK_TEST_CANARY = 'canary-value';
    test = await createTestProvider({ sandbox });
    kernel = await test.start('a work space');
  });

  afterAll(async () => {
    delete process.env.ACTBOOK_TEST_CANARY;
    await test.dispose();
  });

  describe('outputs', () => {
    it('arrive while the cell still runs', async () => {
      const gate = join(test.workspacesDir, 'a work space', 'gate');
      const code = [
        'import os, time',
        'print("waiting", flush=True)',
        'while not os.path.exists("gate"): time.sleep(0.01)',
        'print("opened")',
      ].join('\n');
      const texts: string[] = [];
      for await (const event of kernel.execute(code)) {
        if (event.type !== 'output' || event.output.output_type !== 'stream') continue;
        texts.push(event.output.text);
        // The cell can end only because its first output was seen before.
        if (event.output.text.includes('waiting')) await writeFile(gate, '');
      }
      expect(texts.join('')).toBe('waiting\nopened\n');
    });

    it('are display_data, execute_result and streams, in order', async () => {
      const code =
        'display("shown")\nimport sys\nprint("out")\nsys.stdout.flush()\nprint("err", file=sys.stderr)\n6 * 7';
      const { outputs, end } = await run(kernel, code);
      expect(outputs).toMatchObject([
        { output_type: 'display_data', data: { 'text/plain': "'shown'" } },
        { output_type: 'stream', name: 'stdout', text: 'out\n' },
        { output_type: 'stream', name: 'stderr', text: 'err\n' },
        { output_type: 'execute_result', execution_count: end.executionCount, data: { 'text/plain': '42' } },
      ]);
      expect(end.status).toBe('ok');
    });

    it('end with the error and its traceback when the code raises', async () => {
      const { outputs, end } = await run(kernel, 'def fail():\n    return 1 / 0\nfail()');
      expect(end.status).toBe('error');
      const [output] = outputs;
      expect(output).toMatchObject({
        output_type: 'error',
        ename: 'ZeroDivisionError',
        evalue: 'division by zero',
      });
      expect(JSON.stringify(output)).toContain('fail');
    });

    it('can be cleared at once or by what follows', async () => {
      const clear = (wait: boolean) =>
        run(
          kernel,
          `from IPython.display import clear_output\nprint("old")\nclear_output(wait=${wait ? 'True' : 'False'})\nprint("new")`,
        );
      for (const wait of [true, false]) {
        const { events, stdout } = await clear(wait);
        expect(events).toContainEqual({ type: 'clear', wait });
        expect(stdout).toBe('new\n');
      }
    });

    it('of an earlier cell can be updated', async () => {
      const first = await run(kernel, 'shown = display("before", display_id="same-id")');
      expect(first.outputs).toMatchObject([{ displayId: 'same-id' }]);
      const second = await run(kernel, 'shown.update("after")');
      expect(second.events[0]).toEqual({
        type: 'update',
        displayId: 'same-id',
        data: { 'text/plain': "'after'" },
        metadata: {},
      });
      const third = await run(kernel, 'shown = display("again", display_id="same-id")');
      expect(third.events.map((event) => event.type)).toEqual(['update', 'output', 'end']);
    });

    it('are complete for 200,000 lines and for 20 MB in one piece', async () => {
      const lines = await run(kernel, 'for index in range(200_000): print(index)');
      expect(lines.stdout.split('\n')).toHaveLength(200_001);
      expect(lines.stdout.endsWith('\n199999\n')).toBe(true);
      const piece = await run(kernel, 'print("x" * 20_000_000)');
      expect(piece.stdout).toHaveLength(20_000_001);
    });

    it('of 300 MB arrive whole, and are not held whole', async () => {
      const { stdout } = await runProgram(process.execPath, [FOLLOW_FLOOD, sandbox]);
      const { length, grownMegabytes } = JSON.parse(stdout);
      expect(length).toBe(300_000_000);
      // Garbage that is not collected yet counts too.
      expect(grownMegabytes).toBeLessThan(250);
    });

    it('include the help that `?` pages', async () => {
      const { outputs } = await run(kernel, 'len?');
      expect(JSON.stringify(outputs)).toContain('Return the number of items');
    });
  });

  describe('the kernel', () => {
    it('describes itself', () => {
      expect(kernel.info).toMatchObject({ name: 'python3', languageInfo: { name: 'python' } });
      expect(kernel.info.displayName).toContain('Python 3');
      expect(kernel.info.implementation).toMatch(/^ipython \d/);
    });

    it('works in the workspace', async () => {
      const { stdout } = await run(kernel, 'import os; print(os.getcwd())');
      const workspace = await realpath(join(test.workspacesDir, 'a work space'));
      expect(stdout.trim()).toBe(sandbox === 'on' ? '/session' : workspace);
    });

    it('sees nothing of our environment that may be secret', async () => {
      const { stdout } = await run(
        kernel,
        'import os; print("\\n".join(f"{k}={v}" for k, v in os.environ.items()))',
      );
      expect(stdout).toContain('PATH=');
      expect(stdout).not.toContain('canary-value');
      expect(stdout).not.toMatch(/TOKEN|API_KEY/);
    });

    it('finds the token of its server in no environment or command line above it', async () => {
      const code = [
        'import psutil',
        'for process in [psutil.Process(), *psutil.Process().parents()[:3]]:',
        '    print(process.cmdline())',
        '    try: print(process.environ())',
        '    except psutil.AccessDenied: print("denied")',
      ].join('\n');
      const { stdout, end } = await run(kernel, code);
      // These are the kernel, what it was forked from, the server and its guard; above them we are, or nothing.
      expect(end.status).toBe('ok');
      expect(stdout).toContain(sandbox === 'on' ? BOX_PROGRAM : 'supervise.py');
      expect(stdout).not.toMatch(/\b[0-9a-f]{48}\b/);
    });

    it('refuses input() at once', async () => {
      const { end, outputs } = await run(kernel, 'input("name?")');
      expect(end.status).toBe('error');
      expect(outputs).toMatchObject([{ ename: 'StdinNotImplementedError' }]);
    });

    it('counts cells, but not silent ones', async () => {
      const before = (await run(kernel, '1')).end.executionCount ?? 0;
      await run(kernel, 'silently = 1', { silent: true });
      expect((await run(kernel, 'silently')).end.executionCount).toBe(before + 1);
    });

    it('evaluates expressions beside the notebook', async () => {
      await run(kernel, 'value = {"a": 1}');
      expect(await kernel.evaluate('value')).toBe("{'a': 1}");
      expect(await kernel.evaluate('no_such_name')).toBeNull();
    });

    it('tells the value of an expression with the end of code that ended well', async () => {
      const ended = await run(kernel, 'told = 20\nprint("shown")', { expression: 'told + 1' });
      expect(ended.outputs).toMatchObject([{ output_type: 'stream', text: 'shown\n' }]);
      expect(ended.end).toMatchObject({ status: 'ok', value: '21' });
      expect((await run(kernel, '1', { expression: 'no_such_name' })).end.value).toBeUndefined();
      expect((await run(kernel, '1 / 0', { expression: 'told' })).end.value).toBeUndefined();
    });

    it('gives up a question rather than stop what a cell left on the event loop', async () => {
      const left =
        'import asyncio, time\nasync def work():\n    time.sleep(20)\nkept = 1\ntask = asyncio.create_task(work())';
      await run(kernel, left);
      expect(await kernel.evaluate('kept')).toBeNull();
      expect((await run(kernel, 'await task\nkept')).outputs).toMatchObject([
        { data: { 'text/plain': '1' } },
      ]);
    });

    it('runs one execution at a time, in the order asked for', async () => {
      await run(kernel, 'order = []');
      const codes = [1, 2, 3].map((n) =>
        run(kernel, `import time; time.sleep(0.05); order.append(${n}); order`),
      );
      const results = await Promise.all(codes);
      expect(results[2]?.outputs).toMatchObject([{ data: { 'text/plain': '[1, 2, 3]' } }]);
    });

    it('is busy while it runs', async () => {
      const seen: string[] = [];
      for await (const event of kernel.execute('print(1)'))
        if (event.type === 'output') seen.push(kernel.status);
      expect([...seen, kernel.status]).toEqual(['busy', 'idle']);
    });

    it('refuses code too long to send', async () => {
      const { events } = await run(kernel, `text = "${'x'.repeat(10_000_000)}"`);
      expect(events).toMatchObject([{ type: 'end', status: 'aborted' }]);
    });

    it('refuses code with half of a character, and shows what code writes of one', async () => {
      const { events } = await run(kernel, 'x = 1  # \ud83d\nprint(x)');
      const reason = expect.stringContaining('half of a character');
      expect(events).toEqual([{ type: 'end', status: 'aborted', executionCount: null, reason }]);
      const { outputs } = await run(kernel, 'print(chr(0xD83D), chr(0xDCFF))');
      expect(outputs).toEqual([{ output_type: 'stream', name: 'stdout', text: '\\ud83d \\udcff\n' }]);
    });
  });

  describe('stopping', () => {
    const SLEEP = 'import time\nprint("asleep", flush=True)\ntime.sleep(600)';

    /** Runs code and calls `act` at its first output. */
    async function actOnOutput(
      code: string,
      act: () => void,
      signal?: AbortSignal,
    ): Promise<ExecutionEvent[]> {
      const events: ExecutionEvent[] = [];
      for await (const event of kernel.execute(code, { signal })) {
        if (events.length === 0) act();
        events.push(event);
      }
      return events;
    }

    it.each([
      ['a sleep', SLEEP],
      ['a pending await', 'import asyncio\nprint("asleep", flush=True)\nawait asyncio.sleep(600)'],
      ['a child process', 'import subprocess\nprint("asleep", flush=True)\nsubprocess.run(["sleep", "600"])'],
    ])('by signal interrupts %s', async (_, code) => {
      const controller = new AbortController();
      const events = await actOnOutput(code, () => controller.abort(), controller.signal);
      expect(events.at(-1)).toMatchObject({ type: 'end', status: 'interrupted' });
      expect((await run(kernel, '1 + 1')).end.status).toBe('ok');
    });

    it('keeps the output of cleaning up', async () => {
      const code =
        'import time\ntry:\n    print("asleep", flush=True)\n    time.sleep(600)\nfinally:\n    print("cleaned")';
      const controller = new AbortController();
      const events = await actOnOutput(code, () => controller.abort(), controller.signal);
      expect(JSON.stringify(events)).toContain('cleaned');
    });

    it('by interrupt() ends the cell as interrupted', async () => {
      const events = await actOnOutput(SLEEP, () => void kernel.interrupt());
      expect(events.at(-1)).toMatchObject({ status: 'interrupted' });
    });

    it('by a signal that was given before runs nothing', async () => {
      const { events } = await run(kernel, 'never = 1', { signal: AbortSignal.abort() });
      expect(events).toMatchObject([{ type: 'end', status: 'aborted' }]);
      expect(await kernel.evaluate('never')).toBeNull();
    });

    it('by a signal frees a cell that waits for its turn, and only that', async () => {
      const first = new AbortController();
      const second = new AbortController();
      const sleeping = kernel.execute(SLEEP, { signal: first.signal });
      const iterator = sleeping[Symbol.asyncIterator]();
      await iterator.next();
      const waiting = run(kernel, 'print("ran")', { signal: second.signal });
      const behind = run(kernel, 'print("behind")');
      second.abort();
      expect((await waiting).events).toMatchObject([{ status: 'aborted' }]);
      first.abort();
      for (let next = await iterator.next(); !next.done; next = await iterator.next());
      expect((await behind).stdout).toBe('behind\n');
    });

    it('by time limit ends as timed-out and says which limit', async () => {
      const { end } = await run(kernel, SLEEP, { timeoutMs: 300 });
      expect(end).toMatchObject({ status: 'timed-out', reason: expect.stringContaining('0.3 s') });
    });

    it('by leaving the loop interrupts the cell before the next one', async () => {
      for await (const event of kernel.execute(`reached = False\n${SLEEP}\nreached = True`)) {
        if (event.type === 'output') break;
      }
      expect(await kernel.evaluate('reached')).toBe('False');
    });
  });
});
