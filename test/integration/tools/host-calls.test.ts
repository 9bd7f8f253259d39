/** Python code that calls functions of this process while its cell runs, against real kernels. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import type { Cell } from '../../../lib/session/session.ts';
import type { HostTool } from '../../../lib/tools/host-tool.ts';
import { ToolResult } from '../../../lib/tools/host-tool.ts';
import { type AgentRunOptions, createAgentSession, readStdout } from '../../helpers/agent/agent-session.ts';
import { createTestProvider, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { serveModel } from '../../helpers/model/serve-model.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

function tool(name: string, call: HostTool['call'], properties: Record<string, unknown> = {}): HostTool {
  const parameters = { type: 'object', properties, required: Object.keys(properties) };
  return { name, description: `Does ${name}.\n\nAt length.`, parameters, call };
}

const echo = tool('echo', ({ value }) => value, { value: {} });
const number = { type: 'number' };
const add = tool('add', ({ a, b }) => Number(a) + Number(b), { a: number, b: number });

describe.each(['a boxed kernel', 'a kernel on a stock server'])('%s:', (place) => {
  let test: TestProvider;
  let kernel: Kernel;
  let stop = async () => {};

  beforeAll(async () => {
    if (place === 'a boxed kernel') test = await createTestProvider({ sandbox: 'on' });
    else {
      const server = await startStockServer();
      stop = server.stop;
      test = await createTestProvider({ external: { url: server.url, token: server.token } });
    }
    kernel = await test.start();
  });

  afterAll(async () => {
    await test.dispose();
    await stop();
  });

  /** Runs the code as the one cell of a run. */
  async function callFromCell(
    code: string,
    hostTools: HostTool[],
    options: AgentRunOptions = {},
  ): Promise<Cell> {
    const { model } = await serveModel(options.signal ? [fence(code)] : [fence(code), 'Done.']);
    const { cells } = await createAgentSession(kernel, model).run('Go.', { hostTools, ...options });
    const cell = cells.find(({ role }) => role === 'code');
    if (!cell) throw new Error('There is no cell.');
    return cell;
  }

  it('takes positional and keyword arguments and returns Python values', async () => {
    const cell = await callFromCell('print(add(1, b=2))\necho({"x": [1, None, True, "ÿ😀"]})', [add, echo]);
    expect(readStdout(cell)).toBe('3\n');
    expect(cell.outputs.at(-1)).toMatchObject({
      data: { 'text/plain': "{'x': [1, None, True, 'ÿ😀']}" },
    });
    expect(cell.calls).toMatchObject([
      { name: 'add', arguments: '{"a":1,"b":2}', status: 'ok', result: '3' },
      { name: 'echo', status: 'ok' },
    ]);
    expect([cell.status, cell.pendingInputs]).toEqual(['ok', []]);
  });

  it('has help, a signature and no part in the names of the session', async () => {
    const cell = await callFromCell('help(add)\n%who', [add]);
    expect(readStdout(cell)).toContain('add(a: float, b: float)');
    expect(readStdout(cell)).toContain('Does add.');
    expect(readStdout(cell)).toContain('Interactive namespace is empty.');
  });

  it('keeps its tools beside one whose schema no signature can say', async () => {
    const odd = (name: string, parameters: Record<string, unknown>): HostTool => {
      return { name, description: '', parameters, call: (args) => Object.keys(args).join() };
    };
    const hostTools = [
      odd('anything', { properties: { value: true } }),
      odd('twins', { properties: { 'a-b': {}, a_b: {} } }),
      odd('strange', { properties: [1], required: 5 }),
      odd('huge', { properties: { value: { description: 'x'.repeat(3_000_000) } } }),
      add,
    ];
    const code = 'print(anything(1), twins(a_b=1), strange(x=1), huge(value=1), add(1, 2))';
    expect(readStdout(await callFromCell(code, hostTools))).toBe('value a_b x value 3\n');
  });

  it('makes failures exceptions with their message', async () => {
    const fail = tool('fail', () => {
      throw new Error('The disk is full.');
    });
    const code = `
def attempt(work):
    try:
        work()
    except Exception as error:
        print(type(error).__name__, error)
attempt(lambda: fail())
attempt(lambda: add(1))
attempt(lambda: echo(object()))
attempt(lambda: echo("x" * 9_000_000))
from actbook.tools.calls import call
attempt(lambda: call("none", {}))
print(input("\\x10actbook-call\\x10{"))
fail()`;
    const cell = await callFromCell(code, [add, echo, fail]);
    expect(readStdout(cell).split('\n')).toEqual([
      'ToolError The disk is full.',
      "TypeError add(): missing a required argument: 'b'. Signature: add(a: float, b: float)",
      expect.stringContaining('ToolError An argument of type object cannot be passed'),
      expect.stringContaining('ToolError The arguments of echo are longer than 8 MB'),
      'ToolError There is no tool “none” in this session.',
      '{"error":"This is not a tool call."}',
      '',
    ]);
    expect(cell.status).toBe('error');
    expect(cell.outputs.at(-1)).toMatchObject({ ename: 'ToolError', evalue: 'The disk is full.' });
  });

  it('passes tables, times, arrays and NaN as JSON has them', async () => {
    const code = `
import datetime, math, pathlib, numpy as np, pandas as pd
table = pd.DataFrame({"a": [1, 2], "b": [math.nan, 0.5], "c": pd.to_datetime(["2024-01-02", None])})
print(echo(table))
print(echo([math.inf, np.float32(1.5), np.int64(3), np.arange(2), pd.Series([1, 2]), pd.NA]))
print(echo({"d": datetime.date(2024, 1, 2), "p": pathlib.Path("x"), "s": (1,), "b": b"ab", 1.5: {2}}))`;
    const cell = await callFromCell(code, [echo]);
    expect(readStdout(cell).split('\n')).toEqual([
      "[{'a': 1, 'b': None, 'c': '2024-01-02T00:00:00'}, {'a': 2, 'b': 0.5, 'c': None}]",
      '[None, 1.5, 3, [0, 1], [1, 2], None]',
      "{'d': '2024-01-02', 'p': 'x', 's': [1], 'b': 'YWI=', '1.5': [2]}",
      '',
    ]);
  });

  it('rounds no integer', async () => {
    const raw = { ...tool('raw', ({ value }) => value, { value: {} }), takesRawIntegers: true };
    const big = tool('big', () => ({ id: 2n ** 53n + 1n }));
    const code = `
print(raw([9007199254740993, 1.0]), big(), echo([2**53, 1.5]))
try:
    echo({"id": 9007199254740993})
except ToolError as error:
    print(error)`;
    const cell = await callFromCell(code, [raw, big, echo]);
    expect(readStdout(cell).split('\n')).toEqual([
      "[9007199254740993, 1.0] {'id': 9007199254740993} [9007199254740992, 1.5]",
      'echo cannot take the integer 9007199254740993: it would be rounded. Pass it as a string.',
      '',
    ]);
    expect(cell.calls[0]?.arguments).toBe('{"value":[9007199254740993,1.0]}');
  });

  it('has calls of several threads under way at the same time, beside a question for a person', async () => {
    let waiting = 0;
    const all = Promise.withResolvers<void>();
    // None returns before all eight are here.
    const meet = tool('meet', async () => {
      if (++waiting === 8) all.resolve();
      await all.promise;
      return waiting;
    });
    const code = `
from concurrent.futures import ThreadPoolExecutor
import asyncio
with ThreadPoolExecutor(8) as pool:
    asked = pool.submit(input, "Name? ")
    calls = [pool.submit(meet) for _ in range(4)]
    more = await asyncio.gather(*[asyncio.to_thread(meet) for _ in range(4)])
    print([call.result() for call in calls], more, asked.result())`;
    const cell = await callFromCell(code, [meet], {
      onInput: async () => {
        await all.promise;
        return 'Ada';
      },
    });
    expect(readStdout(cell)).toBe('Name? Ada\n[8, 8, 8, 8] [8, 8, 8, 8] Ada\n');
    expect(cell.calls.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'ok'));
  });

  it('shows what a result shows', async () => {
    const draw = tool('draw', () => new ToolResult('drawn', [{ 'image/png': 'aGVsbG8=' }]));
    const cell = await callFromCell('print(draw())', [draw]);
    expect(cell.outputs).toMatchObject([
      { output_type: 'display_data', data: { 'image/png': 'aGVsbG8=' } },
      { output_type: 'stream', text: 'drawn\n' },
    ]);
  });

  it('aborts a call when the run is stopped, and continues afterwards', async () => {
    const controller = new AbortController();
    const aborted = Promise.withResolvers<void>();
    const hang = tool('hang', (_, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      controller.abort();
      return new Promise(() => {});
    });
    const cell = await callFromCell('hang()', [hang], { signal: controller.signal });
    await aborted.promise;
    expect(cell).toMatchObject({ status: 'interrupted', calls: [{ name: 'hang', status: 'interrupted' }] });
    expect(readStdout(await callFromCell('print(add(1, 2))', [add]))).toBe('3\n');
  });

  it('refuses a thousand calls and more of one cell', async () => {
    const code = `
done = 0
try:
    for n in range(1_001):
        add(n, 1)
        done += 1
except ToolError as error:
    print(done, error)`;
    const cell = await callFromCell(code, [add]);
    expect(readStdout(cell)).toBe('1000 One cell can call tools 1000 times. Continue in the next one.\n');
    expect(cell.calls).toHaveLength(1_000);
  });

  it('tells a call from a thread that no cell runs', async () => {
    const code = `
import threading
gate = threading.Event()
told = []
def late():
    gate.wait()
    try:
        add(1, 2)
    except ToolError as error:
        told.append(str(error))
thread = threading.Thread(target=late)
thread.start()`;
    await callFromCell(code, [add]);
    const told = await kernel.evaluate('(gate.set(), thread.join(), told)[2]');
    expect(told).toContain('add cannot be called from a cell that is run without tools.');
  });
});
