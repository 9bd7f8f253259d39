import { expect, test } from 'vitest';
import { deriveTitle } from '../../../lib/session/view/titles/derive-title.ts';
import { nameBranch } from '../../../lib/session/view/titles/name-notebook.ts';

test.each([
  ['Sum of x?', 'Sum of x?'],
  ['Hello?', 'Hello?'],
  ['plot the sales by month.', 'Plot the sales by month'],
  ['Hi! Could you please show me the average tip by day? Use a bar chart.', 'The average tip by day?'],
  [
    'How are bill length and bill depth correlated, overall and per species?',
    'How are bill length and bill depth correlated',
  ],
  [
    'Compare every quarter of the last five years with the one that came before it',
    'Compare every quarter of the last five years with the one…',
  ],
  [
    '# Churn\n\nWhich customers left, e.g. after a price change?',
    'Which customers left, e.g. after a price change?',
  ],
  ['# Churn', 'Churn'],
  ['What does `df["a_b"]` hold?', 'What does df["a_b"] hold?'],
  ['每个地区的平均收入是多少？请画图。', '每个地区的平均收入是多少？请画图'],
  ['x'.repeat(200), `X${'x'.repeat(58)}…`],
  ['Please.', 'Please'],
  ['', ''],
])('%# %s', (question, title) => {
  expect(deriveTitle(question)).toBe(title);
});

test('each branch has a title of its own', () => {
  expect(nameBranch('Sales', ['Sales'])).toBe('Sales (2)');
  expect(nameBranch('Sales (2)', ['Sales', 'Sales (2)'])).toBe('Sales (3)');
  expect(nameBranch('', [])).toBe('New notebook (2)');
});
