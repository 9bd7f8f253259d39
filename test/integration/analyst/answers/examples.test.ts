/** Questions about the files in `examples`, each answer compared with pandas that was written by hand. */
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyst } from '../../../../lib/analyst/analyst.ts';
import { EXAMPLES } from '../../../../lib/app/examples.ts';
import {
  type AnalystBatch,
  type BatchReply,
  openAnalystBatch,
} from '../../../helpers/analyst/analyst-batch.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../examples');

async function openWith(example: string): Promise<AnalystBatch> {
  const analyst = await openAnalystBatch();
  await analyst.copyFile(join(FOLDER, example));
  return analyst;
}

/** What hand-written pandas prints, without touching the names of the session. */
async function compute(analyst: AnalystBatch, file: string, expression: string): Promise<string> {
  const code = `import pandas as _pd\nprint((lambda pd, t: ${expression})(_pd, _pd.read_csv(${JSON.stringify(file)})))`;
  return (await analyst.print(code)).trim();
}

/** Everything the reply's cells showed as text. */
function readOutputs(reply: BatchReply): string {
  return reply.cells
    .flatMap(({ outputs }) => outputs)
    .map((output) => {
      if (output.output_type === 'stream') return output.text;
      return output.output_type === 'error' ? output.evalue : String(output.data['text/plain'] ?? '');
    })
    .join('\n');
}

/** Numbers of the answer without thousands separators; those inside code spans are column names. */
function readNumbers(answer: string): number[] {
  const bare = answer
    .replaceAll(/`[^`]*`( has no value in \d+)?|\d+ rows?\b/g, '')
    .replaceAll(/(?<=\d),(?=\d{3})/g, '');
  return (bare.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
}

/** Numbers of the answer that neither the question nor a cell of the reply showed (up to rounding for reading). */
function findInvented(question: string, reply: BatchReply): number[] {
  const shown = `${question}\n${readOutputs(reply)}`;
  const sources = (shown.match(/-?\d+(\.\d+)?(e[+-]\d+)?/g) ?? []).map(Number);
  return readNumbers(reply.answer).filter(
    (number) =>
      !sources.some((source) => Math.abs(source - number) <= Math.max(0.005, Math.abs(source) * 0.005)),
  );
}

describe('penguins', () => {
  let analyst: AnalystBatch;
  beforeAll(async () => {
    analyst = await openWith('penguins.csv');
  });

  it('ranks groups, draws them and names the source of every number', async () => {
    const reply = await analyst.ask('Which species is the heaviest on average? Show a plot.');
    expect(reply.cells.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    const drawn = reply.cells.some(({ outputs }) =>
      outputs.some((output) => 'data' in output && 'image/png' in output.data),
    );
    expect(drawn).toBe(true);
    expect(reply.answer).toMatch(
      /^Average body_mass_g by species, highest average body_mass_g first\.\n\n\*\*Gentoo\*\* has the highest average body_mass_g: \*\*5,076.02\*\*/,
    );
    expect(await compute(analyst, 'penguins.csv', 't[t.species=="Gentoo"].body_mass_g.mean().round(2)')).toBe(
      '5076.02',
    );
    expect(reply.answer).toContain('`body_mass_g` has no value in 2 of 344 rows.');
    expect(findInvented('', reply)).toEqual([]);
    // The page shows the chart below the answer: no table is between them.
    expect(reply.answer).not.toContain('| --- |');
  });

  it('answers follow-ups from the table it has', async () => {
    const island = await analyst.ask('and by island?');
    expect(island.cells.some(({ source }) => source.includes('read_csv'))).toBe(false);
    expect(island.answer).toContain('4,716.02');
    const minimum = await analyst.ask('what about the minimum?');
    expect(minimum.answer).toMatch(/^Lowest body_mass_g by island\./);
    expect(minimum.answer).toContain('The lowest is **Dream** with **2,700**.');
  });

  it('puts no table before a chart that was asked for', async () => {
    const question = 'Plot the average flipper length by island';
    const reply = await analyst.ask(question);
    expect(reply.answer).not.toContain('|');
    expect(findInvented(question, reply)).toEqual([]);
    expect((await analyst.ask('average flipper length by island')).answer).toContain('| Torgersen |');
  });

  it.each([
    ['How many female Adelie penguins are there?', '**73**'],
    ['What percentage of penguins are female?', '**48%** (165 of 344)'],
    ['How many species are there?', '**3**'],
    ['90th percentile of body mass', '5,400'],
    ['Which penguin is the lightest?', '2,700'],
  ])('%s', async (question, expected) => {
    const reply = await analyst.ask(question);
    expect(reply.answer).toContain(expected);
    expect(findInvented(question, reply)).toEqual([]);
  });

  it('counts what is missing', async () => {
    const { answer } = await analyst.ask('Are there any missing values?');
    expect(answer).toContain('**19 values** are missing, in 5 of 8 columns.');
  });

  it('names the words that it does not understand, and offers questions that it answers', async () => {
    const { answer, isAnswered } = await analyst.ask('Who won the world cup?');
    expect(isAnswered).toBe(false);
    expect(answer).toContain('I do not understand "won" and "world cup" in this question');
    const offered = [...answer.matchAll(/^- "(.+)"$/gm)].map(([, question]) => question ?? '');
    expect(offered).toHaveLength(3);
    for (const question of offered) expect((await analyst.ask(question)).isAnswered).toBe(true);
  });

  it('does not answer with a chart of what cannot be drawn, nor a question of which a word is left', async () => {
    for (const question of [
      'average body mass by species, smoothed',
      'Which species is the twice heaviest?',
    ]) {
      expect((await analyst.ask(question)).isAnswered).toBe(false);
    }
  });

  it('takes a file that was added again', async () => {
    await analyst.writeFile('penguins.csv', 'species,body_mass_g\nEmperor,30000\nEmperor,28000\n');
    expect((await analyst.ask('average body mass')).answer).toContain('**29,000**');
  });
});

describe('daily weather', () => {
  let analyst: AnalystBatch;
  beforeAll(async () => {
    analyst = await openWith('seattle-weather.csv');
  });

  it.each([
    [
      'Which year had the most precipitation in total?',
      '**2014** has the highest total precipitation: **1,232.8**',
    ],
    ['Which weather type is most common?', '**rain** has the highest number of rows: **641**'],
    ['What is the warmest month on average?', '**August'],
    ['Which day was hottest?', '**August 11, 2014**'],
    ['What share of days had precipitation above 0?', '(838 of 1,461)'],
  ])('%s', async (question, expected) => {
    const reply = await analyst.ask(question);
    const share = await compute(analyst, 'seattle-weather.csv', '(t.precipitation > 0).sum()');
    expect(reply.answer).toContain(expected.replace('838', share));
  });
});

it.each(EXAMPLES)('answers every question that the start page offers with $file', async ({ file, tasks }) => {
  const analyst = await openWith(file);
  for (const task of tasks) expect([task, (await analyst.ask(task)).isAnswered]).toEqual([task, true]);
});

it('follows a series over time', async () => {
  const analyst = await openWith('global-temp.csv');
  const { answer, cells } = await analyst.ask('How has temperature changed since 1880?');
  expect(answer).toContain(
    'From 1880 to 2023, average temp goes up and down: it begins at **-0.17** and ends at **1.17**.',
  );
  expect(cells.length).toBeGreaterThanOrEqual(3);
});

it('stops when aborted', async () => {
  const analyst = await openAnalystBatch();
  await analyst.ask('what is 12 * (3 + 4)?');
  const { session } = analyst;
  const runId = session.runs[0]?.id ?? '';
  const plan = createAnalyst().plan({ session, runId, data: undefined }, AbortSignal.abort());
  await expect(plan).rejects.toThrow();
});

it('asks for a file when there is none', async () => {
  const analyst = await openAnalystBatch();
  const { answer, cells } = await analyst.ask('hello');
  expect(cells).toEqual([]);
  expect(answer).toContain('Add a CSV');
});
