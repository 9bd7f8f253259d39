/** The analyst computes each result a second way before it answers, in the notebook and by value. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnalyst } from '../../lib/analyst/analyst.ts';
import { toNotebook } from '../../lib/session/notebook/to-notebook.ts';
import { listAnswerSources } from '../../lib/session/view/list-answer-sources.ts';
import { createAgentSession } from '../helpers/agent-session.ts';
import { type AnalystSession, openAnalystSession } from '../helpers/analyst-driver.ts';
import { openSharedProvider, run, type TestProvider } from '../helpers/kernel-provider.ts';

const PENGUINS = resolve(import.meta.dirname, '../../examples/penguins.csv');

/** Decimals that add up badly, long numbers, a kind without any refund, and values that are all the same. */
const GOODS = [
  'kind,price,refund,ean,same',
  ...Array.from({ length: 10 }, (_, at) => `apple,0.1,${at + 0.5},${4006381333100 + at},4`),
  'bean,1.0,,4006381333110,4',
  'cherry,0.3,1.5,4006381333111,4',
  'cherry,0.2,,4006381333112,4',
].join('\n');

let provider: TestProvider;
let analyst: AnalystSession;
let goods: AnalystSession;
beforeAll(async () => {
  provider = await openSharedProvider();
  analyst = await openAnalystSession(provider);
  await analyst.copyFile(PENGUINS);
  goods = await openAnalystSession(provider);
  await goods.writeFile('goods.csv', GOODS);
});
afterAll(() => provider.dispose());

test('the check is a cell of the work, and the answer says that it agrees', async () => {
  const { run: ended, cells, events } = await analyst.session.run('average body mass by species');
  const checks = ended.steps.flatMap(({ check }) => check ?? []);
  expect(checks).toMatchObject([{ verdict: 'agrees', text: 'SQL finds the same' }]);
  expect(events.findIndex(({ type }) => type === 'answer-check')).toBeLessThan(
    events.findIndex((event) => event.type === 'cell-insert' && event.role === 'answer'),
  );
  const cell = cells.find(({ id }) => id === checks[0]?.cellId);
  expect(cell).toMatchObject({ status: 'ok', outputs: [{ text: 'AGREES: SQL finds the same\n' }] });
  expect(cell?.source).toContain('MEAN_OF("body_mass_g") AS "average body_mass_g"');
  const { session } = analyst.session;
  for (const use of ['notebook', 'page'] as const) {
    const sources = toNotebook(session, '0', use).cells.map(({ source }) => source);
    expect(sources.filter((source) => source.endsWith('\n\n*Checked: SQL finds the same.*'))).toHaveLength(1);
  }
  const hidden = toNotebook(session, '0').cells.filter(({ metadata }) => metadata.jupyter !== undefined);
  expect(hidden).toMatchObject([{ id: cell?.id, metadata: { jupyter: { source_hidden: true } } }]);
  // What it prints says no number of the answer.
  const ids = listAnswerSources(session).flatMap((sources) => sources.cells.map(({ id }) => id));
  expect(ids).not.toContain(cell?.id);
  expect(ids.length).toBeGreaterThan(0);
});

test('the check leaves no variable, and says so where a Python has no SQLite', async () => {
  const { run: ended, cells } = await analyst.session.run('What is the median bill_length_mm?');
  const id = ended.steps.flatMap(({ check }) => check?.cellId ?? []).at(0);
  const source = cells.find((cell) => cell.id === id)?.source ?? '';
  const { stdout } = await run(
    analyst.kernel,
    'print([name for name in dir() if "sqlite" in name or name == "check"])',
  );
  expect(stdout).toBe('[]\n');
  const without = `import sys\n_kept = sys.modules.get("sqlite3")\nsys.modules["sqlite3"] = None\n${source}\nsys.modules["sqlite3"] = _kept`;
  const { stdout: printed, end } = await run(analyst.kernel, without);
  expect(end.status).toBe('ok');
  expect(printed).toBe('NOT CHECKED: it stopped with ModuleNotFoundError\n');
});

test('of two ways that differ neither is given as the answer', async () => {
  const broken = await openAnalystSession(provider);
  await broken.copyFile(PENGUINS);
  await run(broken.kernel, 'import pandas as _pd\n_pd.Series.median = lambda values, **_: 12.5');
  const { run: ended, answer } = await broken.session.run('What is the median bill_length_mm?');
  expect(ended.outcome).toMatchObject({ status: 'stopped', reason: 'no-answer' });
  expect(ended.steps.flatMap(({ check }) => check?.verdict ?? [])).toEqual(['differs']);
  expect(answer).toContain('the results differ');
  expect(answer).toContain('pandas finds \\[12.5\\], SQL \\[44.45\\]');
});

test.each([
  // SQLite's own sum of ten times 0.1 is less than 1.
  ['Which kind has the highest total price?', 'agrees'],
  ['kinds with total price of at least 1', 'agrees'],
  // A side of missing values alone has no total.
  ['compare total refund of apple and bean', 'agrees'],
  ['rows sorted by price', 'agrees'],
  // Versions of pandas say one thing or another.
  ['skewness of same by kind', 'not-checked'],
])('ordinary data does not make the two ways differ: %s', async (question, verdict) => {
  const { run: ended } = await goods.session.run(question);
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(ended.steps.flatMap(({ check }) => check?.verdict ?? [])).toEqual([verdict]);
});

test('a long number is not taken for its neighbor', async () => {
  const other = await openAnalystSession(provider);
  await other.writeFile('goods.csv', GOODS);
  await run(other.kernel, 'import pandas as _pd\n_pd.Series.max = lambda values, **_: 4006381333129');
  const { run: ended } = await other.session.run('highest ean');
  expect(ended.steps.flatMap(({ check }) => check?.verdict ?? [])).toEqual(['differs']);
});

test('what has no second way is answered without one, and the run says why', async () => {
  const { run: ended, answer } = await analyst.session.run('Show me the outliers');
  expect(ended.outcome).toEqual({ status: 'answered' });
  expect(ended.steps.flatMap(({ check }) => check ?? [])).toEqual([
    { cellId: null, verdict: 'not-checked', text: 'there is no second way to compute this' },
  ]);
  expect(answer).not.toContain('checked');
  const { actbook } = toNotebook(analyst.session.session, '0').metadata as {
    actbook: { runs: { checks?: unknown }[] };
  };
  expect(actbook.runs.at(-1)?.checks).toMatchObject([{ verdict: 'not-checked' }]);
});

test('nothing is checked when that is turned off, or would take the last steps', async () => {
  const off = createAgentSession(analyst.kernel, createAnalyst({ checks: false }));
  off.apply({ type: 'kernel-status', status: 'idle' });
  off.apply({ type: 'file-add', name: 'penguins.csv', bytes: 0, blob: '', origin: 'upload' });
  const unchecked = await off.run('average body mass by species');
  expect(unchecked.run.outcome).toEqual({ status: 'answered' });
  expect(unchecked.run.steps.some(({ check }) => check)).toBe(false);
  const { run: short } = await analyst.session.run('What is the median bill_depth_mm?', {
    limits: { maxSteps: 4 },
  });
  expect(short.outcome).toEqual({ status: 'answered' });
  expect(short.steps.some(({ check }) => check)).toBe(false);
});
