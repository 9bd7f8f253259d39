/** An answer whose values the kernel fills in, with a real kernel and a scripted model server. */
import { expect, test } from 'vitest';
import { linkFilledValues } from '../../../lib/session/view/answers/filled-values.ts';
import { type AgentRunOptions, readStdout } from '../../helpers/agent/agent-session.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { run as runCode } from '../../helpers/kernel/kernel-provider.ts';
import { promptText, type ScriptEntry } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';

const shared = shareKernel();
const FRAME = fence(
  'import pandas as pd\ndf = pd.DataFrame({"region": ["Ost", "West"], "sum": [48215.784, 12.5]}).set_index("region")',
);

async function run(script: ScriptEntry[], options: AgentRunOptions = {}) {
  const { server, agent } = await shared.open(script);
  return { ...(await agent.run('Who leads?', options)), server };
}

test('values are computed by one cell before the answer, which has them in its text', async () => {
  const { cells, run: ended } = await run([
    FRAME,
    "**{{ df['sum'].idxmax() }}** leads with {{ df.loc['Ost', 'sum'] : ,.0f }} €, {{ df.loc['Ost', 'sum'] / df['sum'].sum() : .2% }} of all:\n{{ table(df) }}",
  ]);
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(cells.map(({ role, status }) => `${role} ${status}`)).toEqual(['code ok', 'code ok', 'answer idle']);
  expect(readStdout(cells[1])).toBe(
    "df['sum'].idxmax() = Ost\ndf.loc['Ost', 'sum'] = 48,216\ndf.loc['Ost', 'sum'] / df['sum'].sum() = 99.97%\n",
  );
  expect(cells[2]?.source).toMatch(
    /^\*\*Ost\*\* leads with 48,216 €, 99\.97% of all:\s*\| region \| sum \|\n\| --- \| ---: \|\n\| Ost \| 48215\.784 \|/,
  );
  expect(cells[2]?.values?.cellId).toBe(cells[1]?.id);
  const [, values, answer] = cells;
  if (!values || !answer) throw new Error('The answer or its cell of values is missing.');
  const found = linkFilledValues(answer.source, answer, [{ ...values, cell: 2 }]);
  expect(found.map(({ text, sources }) => `${text} ${sources[0]?.output}`)).toEqual([
    'Ost 0',
    '48,216 0',
    '99.97% 0',
    '48215.784 1',
    '12.500 1',
  ]);
});

test('what does more than read, or fails, goes back with its reason, and one cell of values stays', async () => {
  const { cells, server } = await run([
    FRAME,
    'The sums are {{ df.pop("sum") }}.',
    "Süd has {{ df.loc['Süd', 'sum'] : .1f }}.",
    "Ost has {{ df.loc['Ost', 'sum'] : .1f }}.",
  ]);
  expect(promptText(server, 2)).toContain('calls `pop`, which is not known only to read');
  expect(promptText(server, 3)).toContain("KeyError: 'Süd'");
  expect(cells.map(({ role, status }) => `${role} ${status}`)).toEqual(['code ok', 'code ok', 'answer idle']);
  expect(cells[2]?.source).toBe('Ost has 48215.8.');
});

const SCHEMA = {
  type: 'object',
  properties: { users: { type: 'integer' }, mean: { type: 'number' }, top: { type: 'string' } },
  required: ['users', 'mean', 'top'],
  additionalProperties: false,
};

test('JSON for a program has values by reference; numbers that nobody computed go back', async () => {
  const {
    cells,
    run: ended,
    server,
  } = await run(
    [
      '```json\n{"users": 4711, "mean": 71.83, "top": "Ost"}\n```',
      FRAME,
      '{"users": "{{ len(df) }}", "mean": "{{ df[\'sum\'].mean() : .2f }}", "top": "{{ df[\'sum\'].idxmax() }}"}',
    ],
    { schema: SCHEMA },
  );
  expect(promptText(server, 1)).toContain('4711');
  expect(ended.outcome).toEqual({ status: 'answered', value: { users: 2, mean: 24114.14, top: 'Ost' } });
  expect(cells.at(-1)?.source).toContain('"mean": 24114.14');
});

test('words about data that nobody has looked at go back, once', async () => {
  const words = 'To answer this, I will first load the data. Let me start.';
  const { server, agent } = await shared.open([words, FRAME, 'Ost.']);
  agent.apply({ type: 'file-add', name: 'sales.csv', bytes: 12, blob: '', origin: 'upload' });
  const { cells } = await agent.run('Who leads?');
  expect(promptText(server, 1)).toContain('No code has run yet');
  expect(cells.map(({ role }) => role)).toEqual(['code', 'answer']);
});

test('a model knows the files before its first step', async () => {
  const { server, agent } = await shared.open([FRAME, 'Done.']);
  await runCode(shared.kernel, 'open("prices.csv", "w").write("item;price\\nA;1,5\\nB;\\nC;2,25\\n")');
  agent.apply({ type: 'file-add', name: 'prices.csv', bytes: 29, blob: 'b', origin: 'upload' });
  await agent.run('What is in it?');
  expect(promptText(server, 0)).toMatch(
    /prices\.csv \(29 B[^)]*\): separated by ";", decimal commas\n\s*3 rows, 2 columns/,
  );
  expect(promptText(server, 0)).toMatch(/price number, 1\.5 to 2\.25, 1 missing/);
});

test('what a join loses in silence is told', async () => {
  const { server } = await run([
    fence(
      'import pandas as pd\na = pd.DataFrame({"k": ["x", "y", "z"]})\nc = a.merge(pd.DataFrame({"k": ["x"], "v": [1]}), on="k")',
    ),
    'Done.',
  ]);
  expect(promptText(server, 1)).toContain(
    '[A join loses 2 of 3 rows of the left table, for want of a match.]',
  );
});
