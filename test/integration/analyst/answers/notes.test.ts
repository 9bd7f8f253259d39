/** Notes on rows that are there twice and on spellings, and the questions that a refusal offers. */
import { expect, it } from 'vitest';
import { openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

const open = openAnalystBatch;

it('says of rows that are there twice the same of rows, their IDs and their numbers', async () => {
  const analyst = await open();
  const rows = Array.from({ length: 30 }, (_, at) => `${100 + at},${at % 3 ? 'new' : 'old'},${at},${at % 7}`);
  rows.push(rows[2] ?? '', rows[9] ?? '');
  // Without a wait, it is in no average of waits.
  rows.push('140,new,,4', '140,new,,4');
  await analyst.writeFile('tickets.csv', `ticket_id,state,wait,age\n${rows.join('\n')}\n`);
  const equal = 'of `tickets` equal an earlier one in every column';
  for (const [question, note] of [
    ['How many rows are there?', `3 rows ${equal} and count again.`],
    ['How many tickets are there?', `3 rows ${equal}; each \`ticket_id\` counts once.`],
    ['How many tickets are new?', `2 rows ${equal}; each \`ticket_id\` counts once.`],
    ['average wait', `2 rows ${equal} and count again.`],
    ['average wait by state', `2 rows ${equal} and count again.`],
    ['average age of new tickets', `2 rows ${equal} and count again.`],
    ['Is there a correlation between wait and age?', `2 rows ${equal} and count again.`],
  ] as const)
    expect((await analyst.ask(question)).answer, question).toContain(note);
  expect((await analyst.ask('average wait of tickets with age over 5')).answer).not.toContain('equal');
});

it('tells of each spelling where a question uses its column', async () => {
  const analyst = await open();
  const places = ['Skin', 'Skin ', 'skin', 'Eye', ' Eye', 'EYE', 'Skin', 'Eye'];
  const rows = places.map((place, at) => `${place},${at % 2 ? 'Open' : 'open'},${at}`);
  await analyst.writeFile('clinics.csv', `place,state,wait\n${rows.join('\n')}\n`);
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
  const analyst = await open();
  const rows = Array.from({ length: 24 }, (_, at) => `${at + 1},${at % 2 ? 'yes' : 'no'},${30 + at}.5`);
  await analyst.writeFile('survey.csv', `respondent,insured,spend\n${rows.join('\n')}\n`);
  const { answer, isAnswered } = await analyst.ask('Which insured respondent sparkles?');
  expect(isAnswered).toBe(false);
  const offered = [...answer.matchAll(/^- "(.+)"$/gm)].map(([, question]) => question);
  expect(offered).toEqual([
    'How many rows are there by insured?',
    'What is the median spend?',
    'What is in this file?',
  ]);
});

it('counts for its notes only the rows that the answer is made of', async () => {
  const analyst = await open();
  const orders = [
    ['2022-05-01', 1, 10, 'EUR', 'North'],
    ['2022-06-01', 8, 20, 'EUR', 'Total'],
    ['2022-07-01', 9, '', 'USD', 'South'],
    ['2022-07-01', '', 7, 'USD', 'South'],
    ['2023-02-01', 2, 30, 'EUR', 'North'],
    ['2023-03-01', 9, 40, 'EUR', 'South'],
    ['2023-04-01', 1, '', 'EUR', 'North'],
    ['2023-04-01', 1, '', 'EUR', 'North'],
  ];
  await analyst.writeFile('orders.csv', `day,customer,amount,currency,region\n${orders.join('\n')}\n`);
  await analyst.writeFile('customers.csv', 'customer,city\n1,Oslo\n2,Rome\n3,Bonn\n');
  for (const [question, ...notes] of [
    ['total amount by city in 2023', '1 row without a match in the other table is left out.'],
    ['total amount by city in 2022', '3 rows without a match in the other table are left out.'],
    ['total amount by city', '4 rows without a match in the other table are left out.'],
    // In which city the others are is not known.
    ['total amount of Oslo', 'Up to 4 rows without a match in the other table are left out.'],
    [
      'How many orders in 2022 have amount over 8?',
      '1 row has no amount, so the condition does not match it.',
    ],
    ['total amount in 2023 in orders.csv', '2 rows have no amount and are left out.'],
    [
      'total amount in 2022 in orders.csv without duplicates',
      'None of these rows of `orders` equals an earlier one in every column.',
      '`currency` has "EUR" and "USD"',
      '`region` has the value "Total"',
    ],
  ] as const) {
    const { answer } = await analyst.ask(question);
    for (const note of notes) expect(answer, question).toContain(note);
    if (question.includes('2023')) expect(answer, question).not.toMatch(/USD|"Total"/);
  }
});
