/** Two files that belong together, short forms of yes and no, and errors: what is not an answer is not given as one. */
import { beforeAll, expect, it } from 'vitest';
import {
  type AnalystBatch,
  type BatchReply,
  openAnalystBatch,
} from '../../../helpers/analyst/analyst-batch.ts';

let analyst: AnalystBatch;
let asked: Promise<BatchReply>;
beforeAll(async () => {
  analyst = await openAnalystBatch();
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
  asked = analyst.ask('How many inspections are there?');
  await asked;
});

it('joins two files by the key that both have, and says so', async () => {
  const { answer } = await analyst.ask('Which breed gave the most honey on average?');
  expect(answer).toMatch(/^Average Honey taken by Breed, .*inspections joined with hives by Hive/);
  expect(answer).toContain('**Buckfast** has the highest average Honey taken: **3 kg**');
});

it('takes the file with the figure for a question by year, and tells what is not a whole year', async () => {
  const { answer } = await analyst.ask('total honey by year');
  expect(answer).toContain('| 2023 | 85 kg |');
  expect(answer).toContain('`Date` is from January 11, 2023 to September 11, 2023.');
});

it('counts Y as yes, and says so', async () => {
  const { answer } = await analyst.ask('In how many inspections was the queen seen?');
  expect(answer).toContain('**18**');
  expect((await asked).answer).not.toContain('spellings');
  expect(answer).toContain(
    '`Queen seen`: 5 spellings are 2 values ("Y" is "yes", "Yes" is "yes", "N" is "no"); letter case and outer blanks are ignored.',
  );
});

it('knows what a row is from the name of its file', async () => {
  const { answer } = await analyst.ask('How many rows are there in hives.csv?');
  expect(answer).toContain('**3**');
});
