/** `outputs(n)`: the full output of an earlier cell, paged and searched, from code and by a native tool call. */
import { expect, onTestFinished, test } from 'vitest';
import { readOutput } from '../../../lib/execution/tools/read-output.ts';
import { openOutput } from '../../../lib/runtime/outputs/open-output.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { createTestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../../helpers/kernel/kernel-server.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const provider = shareProvider();
const open = (codes: string[]) =>
  openRuntime(provider.provider, provider.workspacesDir, [...codes.map((code) => fence(code)), 'Done.']);

function readText(cell: Cell | undefined): string {
  const output = cell?.outputs.find((each) => 'data' in each);
  return output && 'data' in output ? String(output.data['text/plain']) : '';
}

test('10 MB are all there: any page, any line, and searches over the whole', async () => {
  const opened = await open([
    'for i in range(200_000): print(f"{i:045d} 😀é" if i % 1000 == 0 else f"{i:049d}")',
    'outputs(1)',
    'outputs(1, start=5_000_000)',
    'outputs(1, search="12345[67]$")',
    'text = outputs(1, search="199000")\nplace = int(text.splitlines()[1].split(":")[0])\nprint(outputs(1, start=place)[:150])',
    'print(len(outputs(1, page=3)))',
    'try:\n    outputs(99)\nexcept ToolError as error:\n    print(error)',
    'try:\n    outputs(1, search="(")\nexcept ToolError as error:\n    print(error)',
    'outputs(1, search="no such line")',
  ]);
  const session = await opened.run('Go');
  expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
  const cells = session.cells.filter(({ role }) => role === 'code');
  const [flood, first, middle, found, around, third, missing, malformed, nothing] = cells;
  const total = 200_000 * 50;

  expect(readText(first)).toMatch(
    new RegExp(
      `^\\[In\\[1\\], characters 0 to 6,000 of ${total.toLocaleString('en-US')}; the next page: outputs\\(1, start=6000\\)\\]\n0{45} 😀é\n0{48}1\n`,
    ),
  );
  expect(readText(middle)).toContain('characters 5,000,000 to 5,006,000 of');
  expect(readText(middle)).toContain('0000100050\n');
  expect(readText(found)).toMatch(
    /^\[2 lines of In\[1\] match '12345\[67\]\$'; .*\]\n\d+: 0+123456\n\d+: 0+123457$/,
  );
  expect(readStdout(around)).toMatch(/^\[In\[1\], characters [\d,]+ to [\d,]+ of [\d,]+.*\]\n199000 😀é\n/);
  expect(Number(readStdout(third))).toBeGreaterThan(6_000);
  expect(readStdout(missing)).toContain(
    'There is no output of In[99]. Cells that have ended: 1, 2, 3, 4, 5, 6.',
  );
  expect(readStdout(malformed)).toContain('The search is not a regular expression');
  expect(readText(nothing)).toBe("[No line of In[1] matches 'no such line']");

  // What the model is told names the way; the page fits what it is shown; reading is not an event of the log.
  const prompt = JSON.stringify(opened.model.requests[1]?.messages);
  expect(prompt).toContain('characters left out; outputs(1) shows them');
  expect(JSON.stringify(opened.model.requests[2]?.messages.at(-1))).not.toContain('left out; outputs(2)');
  expect(cells.every(({ calls }) => calls.length === 0)).toBe(true);

  if (!flood) throw new Error('No cell.');
  const whole = await readOutput(flood, { start: 0, length: 20_000_000 }, opened.blobs.get);
  expect(whole.total).toBe(total);
  const streamed = await new Response(openOutput(session, flood.id, opened.blobs.get)).text();
  expect(streamed === whole.text).toBe(true);
  // A page never ends in half a character.
  const half = whole.text.indexOf('😀') + 1;
  const slice = await readOutput(flood, { start: half - 11, length: 11 }, opened.blobs.get);
  expect(slice).toMatchObject({ text: whole.text.slice(half - 11, half - 1), end: half - 1 });
  const lines = whole.text.split('\n');
  expect(lines).toHaveLength(200_001);
  expect(lines.every((line, index) => index === 200_000 || Number.parseInt(line, 10) === index)).toBe(true);
});

test('a native tool call of that name is a step that shows the page', async () => {
  const call = (id: string, name: string, args: unknown) => ({ id, name, arguments: JSON.stringify(args) });
  const opened = await openRuntime(
    provider.provider,
    provider.workspacesDir,
    [
      { toolCalls: [call('c1', 'execute_code', { code: 'for i in range(9_000): print("line", i)' })] },
      { toolCalls: [call('c2', 'outputs', { n: 1, search: 'line 8(8|9)99' })] },
      { toolCalls: [call('c3', 'outputs', { cell: 1 })] },
      'Done.',
    ],
    { nativeTools: true },
  );
  const session = await opened.run('Go');
  expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
  const tools = opened.model.requests[0]?.tools as { function: { name: string } }[];
  expect(tools.map((tool) => tool.function.name)).toEqual(['execute_code', 'outputs']);
  const cells = session.cells.filter(({ role }) => role === 'code');
  expect(cells.map(({ source }) => source).at(-1)).toBe('outputs(1, search="line 8(8|9)99")');
  const answer = opened.model.requests[2]?.messages.find((message) => message.tool_call_id === 'c2');
  expect(answer?.content).toMatch(
    /^In \[2\] \(cell \w{8}\)\n\[2 lines of In\[1\] match .*\]\n\d+: line 8899\n\d+: line 8999/,
  );
  expect(JSON.stringify(opened.model.requests[3]?.messages)).toContain(
    'The arguments of outputs could not be read',
  );
});

test('values and errors can be read in full too; numbers begin again with a new kernel process', async () => {
  const opened = await open([
    '"x" * 200_000',
    'raise ValueError("y" * 20_000)',
    'print(len(outputs(1, search="x{300}")), outputs(2, search="ValueError").count("ValueError") > 0)',
    'import os; os._exit(1)',
    'print("new")',
    'outputs(1)',
  ]);
  const session = await opened.run('Go');
  expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
  const cells = session.cells.filter(({ role }) => role === 'code');
  expect(readStdout(cells[2])).toMatch(/^\d{3} True\n$/);
  expect(readText(cells[5])).toBe('[In[1], characters 0 to 4 of 4]\nnew\n');
});

test('on a Jupyter server that somebody else runs digests and the handle work too', async () => {
  const server = await startStockServer();
  const remote = await createTestProvider({ external: { url: server.url, token: server.token } });
  onTestFinished(async () => {
    await remote.dispose();
    await server.stop();
  });
  const opened = await openRuntime(remote.provider, remote.workspacesDir, [
    fence('import pandas as pd\npd.DataFrame({"a": [1, 2]})'),
    fence('for i in range(100_000): print("line", i)'),
    fence('outputs(2, search="line 54321$")'),
    'Done.',
  ]);
  const session = await opened.run('Go');
  expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
  const shown = opened.model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)?.content));
  expect(shown[1]).toContain('[2 rows x 1 column; dtypes: a int64]');
  expect(shown[3]).toMatch(/1 line of In\[2\] matches .*\d+: line 54321/);
});
