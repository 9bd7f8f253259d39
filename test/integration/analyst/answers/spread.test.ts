/** What is said where there is nothing to compute, and of kinds of questions that are not read. */
import { beforeAll, expect, it } from 'vitest';
import { type AnalystBatch, openAnalystBatch } from '../../../helpers/analyst/analyst-batch.ts';

let analyst: AnalystBatch;
beforeAll(async () => {
  analyst = await openAnalystBatch();
  const rows = Array.from({ length: 60 }, (_, index) => `shop ${index},${20 + (index % 9)},${index % 5}`);
  await analyst.writeFile('shops.csv', ['shop,spend,stars', ...rows].join('\n'));
});

it.each([
  'Are there outliers in spend?',
  'histogram of spend',
  'Are there duplicate rows?',
  'skewness of spend',
])('refuses “%s”, and offers questions that are made of the table', async (question) => {
  const { answer, isAnswered } = await analyst.ask(question);
  expect(isAnswered).toBe(false);
  expect(answer).toContain('I do not understand');
});

it('has nothing to tell where no row has a value', async () => {
  const { answer } = await analyst.ask('average spend for more than 9 stars');
  expect(answer).toContain('The data has no values for this.');
});
