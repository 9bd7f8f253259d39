/** Notes on tables and on spellings, and the questions that a refusal offers. */
import { expect, it } from 'vitest';
import { openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const open = openAnalystBatch;

it('tells what is known of a table, and of the columns that a question uses', async () => {
  const rows = [
    '2022-05-01,1,10,EUR,North',
    '2022-06-01,8,20,EUR,Total',
    '2022-07-01,9,,USD,South',
    '2023-04-01,1,7,EUR,North',
    '2023-04-01,1,7,EUR,North',
    ...Array.from({ length: 10 }, (_, at) => `2023-05-0${1 + (at % 9)},${at + 1},${at},EUR,West`),
  ];
  const analyst = await open({
    'orders.csv': `day,customer,amount,currency,region\n${rows.join('\n')}\n`,
    'customers.csv': 'customer,city\n1,Oslo\n2,Rome\n3,Bonn\n',
  });
  for (const [question, ...notes] of [
    ['total amount by city', 'Rows without a match in the other table are left out.'],
    [
      'total amount by region',
      '`amount` has no value in 1 of 15 rows.',
      '1 row of `orders` equals an earlier one in every column. Each row counts.',
      '`currency` has "EUR" and "USD": values of each are taken together as they stand.',
      '`region` has "Total", whose rows count like any other.',
    ],
    ['total amount by month in orders.csv', '`day` is from May 1, 2022 to May 9, 2023.'],
  ] as const) {
    const { answer } = await analyst.ask(question);
    for (const note of notes) expect(answer, question).toContain(note);
  }
  expect((await analyst.ask('How many orders are in 2022?')).answer).not.toContain('no value');
});

it('tells of each spelling where a question uses its column', async () => {
  const places = ['Skin', 'Skin ', 'skin', 'Eye', ' Eye', 'EYE', 'Skin', 'Eye'];
  const rows = places.map((place, at) => `${place},${at % 2 ? 'Open' : 'open'},${at}`);
  const analyst = await open({ 'clinics.csv': `place,state,wait\n${rows.join('\n')}\n` });
  const first = await analyst.ask('What is the average wait?');
  expect(first.answer).not.toContain('spellings');
  const { answer } = await analyst.ask('average wait by place');
  expect(answer).toContain(
    '`place`: 6 spellings are 2 values ("skin" is "Skin", "EYE" is "Eye", "Skin " is "Skin", and 1 more); letter case',
  );
  expect(answer).not.toContain('`state`');
  expect((await analyst.ask('Which states are there?')).answer).toContain('`state`: 2 spellings are 1 value');
});

it('offers no averages of running numbers, and no questions which yes or no is highest', async () => {
  const rows = Array.from({ length: 24 }, (_, at) => `${at + 1},${at % 2 ? 'yes' : 'no'},${30 + at}.5`);
  const analyst = await open({ 'survey.csv': `respondent,insured,spend\n${rows.join('\n')}\n` });
  const { answer, isAnswered } = await analyst.ask('Which insured respondent sparkles?');
  expect(isAnswered).toBe(false);
  const offered = [...answer.matchAll(/^- "(.+)"$/gm)].map(([, question]) => question);
  expect(offered).toEqual([
    'What is the median spend?',
    'What is in this file?',
    'Are there missing values?',
  ]);
});
