/** Two files that belong together, short forms of yes and no, and errors: what is not an answer is not given as one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnalystSession, openAnalystSession } from '../helpers/analyst-driver.ts';
import { openSharedProvider, type TestProvider } from '../helpers/kernel-provider.ts';

let provider: TestProvider;
let analyst: AnalystSession;
beforeAll(async () => {
  provider = await openSharedProvider();
  analyst = await openAnalystSession(provider);
  const seen = ['yes', 'Y', 'no', 'N', 'Yes'];
  const rows = Array.from(
    { length: 30 },
    (_, index) => `H${index % 3},2023-0${1 + (index % 9)}-11,${index % 7} kg,${seen[index % 5]}`,
  );
  await analyst.writeFile(
    'hives.csv',
    'Hive,Breed,Year installed\nH0,Buckfast,2019\nH1,Italian,2020\nH2,Italian,2021\n',
  );
  await analyst.writeFile('inspections.csv', ['Hive,Date,Honey taken,Queen seen', ...rows].join('\n'));
});
afterAll(() => provider.dispose());

it.each([
  [
    'Which breed gave the most honey on average?',
    'pd.merge(pd.read_csv("hives.csv"), pd.read_csv("inspections.csv"), on="Hive")',
  ],
  ['Join hives.csv with inspections.csv', 'I read one file at a time'],
  ['How many rows are there in each file?', 'I read one file at a time'],
])('%s', async (question, words) => {
  const { answer, isAnswered } = await analyst.ask(question);
  expect(isAnswered).toBe(false);
  expect(answer).toContain(words);
});

it('takes the file with the figure for a question by year', async () => {
  const { answer } = await analyst.ask('total honey by year');
  expect(answer).toContain('| 2023 | 85 |');
  expect(answer).toContain('`Honey taken` is in kg.');
});

it('counts Y as yes', async () => {
  const { answer } = await analyst.ask('In how many inspections was the queen seen?');
  expect(answer).toContain('**18** of 30 rows match (Queen seen is yes).');
  expect(answer).toContain(
    '5 spellings are 2 values; letter case and outer spaces were ignored, and Y is yes, N is no.',
  );
});

it('knows what a row is from the name of its file', async () => {
  const { answer } = await analyst.ask('Which hive was inspected most often?');
  expect(answer).not.toContain('Nothing in the table matches');
  expect(answer).toContain('`inspections.csv`');
});
