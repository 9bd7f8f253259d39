/** The analyst computes each result a second way before it answers. */
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createAnalyst } from '../../../lib/analyst/analyst.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { type AnalystBatch, openAnalystBatch } from '../../helpers/analyst-batch.ts';

const PENGUINS = resolve(import.meta.dirname, '../../../examples/penguins.csv');

/** Decimals that add up badly, long numbers, a kind without any refund, and values that are all the same. */
const GOODS = [
  'kind,price,refund,ean,same',
  ...Array.from({ length: 10 }, (_, at) => `apple,0.1,${at + 0.5},${4006381333100 + at},4`),
  'bean,1.0,,4006381333110,4',
  'cherry,0.3,1.5,4006381333111,4',
  'cherry,0.2,,4006381333112,4',
].join('\n');

let analyst: AnalystBatch;
let goods: AnalystBatch;
beforeAll(async () => {
  analyst = await openAnalystBatch();
  await analyst.copyFile(PENGUINS);
  goods = await openAnalystBatch();
  await goods.writeFile('goods.csv', GOODS);
});

test('the check leaves no variable, and says so where a Python has no SQLite', async () => {
  const { checks } = await analyst.ask('What is the median bill_length_mm?');
  expect(checks).toMatchObject([{ verdict: 'agrees', text: 'SQL finds the same' }]);
  const source = analyst.session.cells.find(({ id }) => id === checks[0]?.cellId)?.source ?? '';
  const left = 'print([name for name in dir() if "sqlite" in name or name == "check"])';
  expect(await analyst.print(left)).toBe('[]\n');
  const without = `import sys\n_kept = sys.modules.get("sqlite3")\nsys.modules["sqlite3"] = None\n${source}\nsys.modules["sqlite3"] = _kept`;
  expect(await analyst.print(without)).toBe('NOT CHECKED: it stopped with ModuleNotFoundError\n');
});

/** Asks while a method of pandas is wrong. */
async function askWhile(batch: AnalystBatch, name: 'median' | 'max', value: string, question: string) {
  await batch.print(
    `import pandas as _pd\n_kept = _pd.Series.${name}\n_pd.Series.${name} = lambda values, **_: ${value}`,
  );
  try {
    return await batch.ask(question, { mayDiffer: true });
  } finally {
    await batch.print(`_pd.Series.${name} = _kept`);
  }
}

test('of two ways that differ neither is given as the answer', async () => {
  const { answer, isAnswered, checks } = await askWhile(
    analyst,
    'median',
    '12.5',
    'What is the median bill_depth_mm?',
  );
  expect(isAnswered).toBe(false);
  expect(checks.map(({ verdict }) => verdict)).toEqual(['differs']);
  expect(answer).toContain('the results differ');
  expect(answer).toContain('pandas finds \\[12.5\\], SQL \\[17.3\\]');
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
  const { isAnswered, checks } = await goods.ask(question);
  expect(isAnswered).toBe(true);
  expect(checks.map((check) => check.verdict)).toEqual([verdict]);
});

test('a long number is not taken for its neighbor', async () => {
  const { checks } = await askWhile(goods, 'max', '4006381333129', 'highest ean');
  expect(checks.map(({ verdict }) => verdict)).toEqual(['differs']);
});

test('what has no second way is answered without one, and the run says why', async () => {
  const { answer, isAnswered, checks } = await analyst.ask('Show me the outliers');
  expect(isAnswered).toBe(true);
  expect(checks).toEqual([
    { cellId: null, verdict: 'not-checked', text: 'there is no second way to compute this' },
  ]);
  expect(answer).not.toContain('checked');
  const { actbook } = toNotebook(analyst.session, '0').metadata as {
    actbook: { runs: { checks?: unknown }[] };
  };
  expect(actbook.runs.at(-1)?.checks).toMatchObject([{ verdict: 'not-checked' }]);
});

test('nothing is checked when that is turned off, or would take the last steps', async () => {
  const off = await openAnalystBatch(createAnalyst({ checks: false }));
  await off.copyFile(PENGUINS);
  const unchecked = await off.ask('average body mass by species');
  expect(unchecked).toMatchObject({ isAnswered: true, checks: [] });
  const short = await analyst.ask('What is the median bill_depth_mm?', { maxSteps: 4 });
  expect(short).toMatchObject({ isAnswered: true, checks: [] });
});
