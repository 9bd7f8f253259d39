/** What a kernel knows of code that is being written: names, signatures, docstrings; at once, or not at all. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import type { CodeAnswer } from '../../../lib/protocol/kernel/code-help.ts';
import { openSharedProvider, run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const textsOf = (answer: CodeAnswer | null) => answer?.matches.map(({ text }) => text) ?? [];
const complete = (kernel: Kernel, code: string) => kernel.ask({ ask: 'complete', code, cursor: code.length });

describe.each(['on', 'off'] as const)('sandbox %s:', (sandbox) => {
  const test = shareProvider({ sandbox });
  let kernel: Kernel;

  beforeAll(async () => {
    kernel = await test.start('help');
  });

  it('completes names that cells defined, and what lies behind them', async () => {
    await run(kernel, 'import math\nsales_total = 12\nsales_mean = 3');
    const names = await complete(kernel, 'print(sales_');
    expect(names).toMatchObject({ from: 6, to: 12 });
    expect(textsOf(names)).toEqual(expect.arrayContaining(['sales_total', 'sales_mean']));
    expect(await complete(kernel, 'math.flo')).toMatchObject({ matches: [{ text: '.floor' }] });
  });

  it('counts characters as the page does', async () => {
    const code = 's = "🦊🦊"; sales_t';
    expect(await complete(kernel, code)).toMatchObject({ from: code.length - 7, to: code.length });
  });

  it('says what a name is, with its docstring, and nothing of names there are not', async () => {
    const known = await kernel.ask({ ask: 'inspect', code: 'math.floor(', cursor: 8 });
    expect(known?.text).toContain('Return the floor of x');
    expect((await kernel.ask({ ask: 'inspect', code: 'no_such_name', cursor: 4 }))?.text).toBe('');
  });

  it('answers null at once while a cell runs, and the cell is not disturbed', async () => {
    const code =
      'import os, time\nprint("on")\nwhile not os.path.exists("go"): time.sleep(0.01)\nprint("done")';
    const texts: string[] = [];
    for await (const event of kernel.execute(code)) {
      if (event.type !== 'output' || event.output.output_type !== 'stream') continue;
      texts.push(event.output.text);
      if (!event.output.text.includes('on\n')) continue;
      expect(await complete(kernel, 'sales_')).toBeNull();
      await writeFile(join(test.workspacesDir, 'help', 'go'), '');
    }
    expect(texts.join('')).toBe('on\ndone\n');
  });

  it('ends a question whose answer runs code that takes too long, and the next cell runs', async () => {
    const code = [
      'import time',
      'class Slow:',
      '    def __dir__(self):',
      '        time.sleep(600)',
      'slow = Slow()',
    ].join('\n');
    await run(kernel, code);
    expect(await complete(kernel, 'slow.')).toBeNull();
    expect((await run(kernel, 'print(sales_total)')).stdout).toBe('12\n');
    expect(textsOf(await complete(kernel, 'sales_t'))).toContain('sales_total');
  });
});

it('a session without a kernel says so; nothing that is asked comes into its log', async () => {
  const test = await openSharedProvider();
  try {
    const { runtime, sessionId, readEvents } = await openRuntime(test.provider, test.workspacesDir, []);
    const question = { ask: 'complete', code: 'pri', cursor: 3 } as const;
    expect(await runtime.kernels.ask(sessionId, question)).toEqual({ status: 'none' });
    const cellId = await runtime.cells.insert(sessionId, { type: 'code', source: 'print("first")' });
    await runtime.cells.execute(sessionId, cellId);
    await runtime.cells.wait(sessionId);
    const before = (await readEvents()).length;
    const reply = await runtime.kernels.ask(sessionId, question);
    expect(reply.status === 'ok' && textsOf(reply)).toContain('print');
    expect((await readEvents()).length).toBe(before);
    await expect(runtime.kernels.ask('no-such-session', question)).rejects.toMatchObject({
      code: 'not-found',
    });
  } finally {
    await test.dispose();
  }
});
