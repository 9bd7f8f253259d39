/** Numbers that are neither linked nor marked: too common, too rough, or in a unit that no output has. */
import { expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import { readMentions } from '../../../lib/quantities/answer/read-mentions.ts';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';
import { countDigits } from '../../../lib/quantities/match/precision.ts';
import { createSourceCache } from '../../../lib/quantities/source-cache.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { describeNumbers, lookUpAnswer } from '../../../lib/session/view/answers/answer-numbers.ts';
import { text } from '../../helpers/outputs.ts';
import { link, readStatuses, toCells } from '../../helpers/quantities.ts';

const WAITS = 'mean 35.18\nrows 1874\n18-34  0.271';

test.each([
  ['a precise number that no output says', 'The mean is 53.18.', ['53.18: unfounded']],
  ['three digits', 'The mean is 53.1.', ['53.1: unfounded']],
  ['two digits', 'The mean is 53.', ['53: unfounded']],
  ['a round number', 'There are 5,000 rows.', ['5,000: unclear']],
  ['a small count', 'There are 4 rows.', ['4: unclear']],
  ['a date', 'It began on March 6, 2023.', ['March 6, 2023: unclear']],
  [
    'a difference of two that it says',
    'It is 35.18, which is 14.0 above 21.18.',
    ['35.18: stated', '14.0: unclear', '21.18: unclear'],
  ],
  ['a difference of nothing', 'It is 53.1 more than before.', ['53.1: unfounded']],
  ['what is in thousands', 'It cost $1,874k.', ['$1,874k: unclear']],
  ['a name of a row', 'Of those below 34, few like it.', ['34: unclear']],
  ['a precise difference', 'It is 53.18 more than before.', ['53.18: unfounded']],
  ['a unit that no output has', 'The mean is 35.2 hours.', ['35.2 hours: unclear']],
])('%s', (_, answer, expected) => {
  expect(readStatuses(answer, WAITS)).toEqual(expected);
});

test('a unit that the output has is evidence', () => {
  expect(readStatuses('The mean is 35.2 min.', 'mean 35.18 min')).toEqual(['35.2 min: stated']);
  expect(readStatuses('The mean is 35.2 min.', 'mean 35.18')).toEqual(['35.2 min: unclear']);
});

test.each([
  ['the year of a date', 'A total of 2023 orders were shipped.', 'order_date 2023-05-06', 'unclear'],
  ['a year', 'We have 1987 customers.', 'year 1987 revenue 55.2', 'unclear'],
  ['the count', 'We have 1987 customers.', 'customers 1987', 'stated'],
  ['the year', 'In 2023 sales rose.', 'date 2023-05-06', 'stated'],
])('a number of things that can be a year: an output has %s', (_, answer, output, status) => {
  const found = readStatuses(answer, output).at(0)?.split(': ').at(1);
  expect(found).toBe(status);
});

test.each([
  ['05/03/2024 n 17\n25/03/2024 n 18', 'May 3, 2024', 'unclear'],
  ['05/03/2024 n 17\n25/03/2024 n 18', '5 March 2024', 'stated'],
  ['05/03/2024 n 17\n05/25/2024 n 18', 'May 3, 2024', 'stated'],
  // Nothing tells which one is the day.
  ['05/03/2024 n 17', 'May 3, 2024', 'unclear'],
  ['05/03/2024 n 17', '05/03/2024', 'stated'],
  ['2024-05-03 n 17', '05/03/2024', 'unclear'],
  ['05/05/2024 n 17', '5 May 2024', 'stated'],
])('of %j, %s is %s', (output, date, status) => {
  expect(readStatuses(`It began on ${date}.`, output)).toEqual([`${date}: ${status}`]);
});

test('a warning is not a source; what else is in standard error is', () => {
  const read = (line: string) => link('It left out 4,512 rows.', [text(line, 'stderr')])[0]?.status;
  expect(read('/tmp/1.py:7: UserWarning: left out 4512 rows\n  warn(4512)\n')).toBe('unfounded');
  expect(read('INFO left out 4512 rows\n')).toBe('stated');
});

test('“$5.31 mil” are millions', () => {
  expect(readStatuses('It made $5.31 mil.', 'revenue 5310')).toEqual(['$5.31 mil: unclear']);
  expect(readStatuses('It made $5.31 mil.', 'revenue $ 5310000')).toEqual(['$5.31 mil: stated']);
});

test('a small number is not linked, though an output has it', () => {
  expect(readStatuses('There are 7 folds.', 'folds 7')).toEqual(['7: unclear']);
  expect(readStatuses('There are 17 folds.', 'folds 17')).toEqual(['17: stated']);
});

test('a difference of values of two cells is not linked', () => {
  expect(
    readStatuses('North has 91.5 and South 38.25: 53.25 more.', ['North 91.5', 'South 38.25']).at(-1),
  ).toBe('53.25: unclear');
  expect(readStatuses('North has 91.5 and South 38.25: 53.25 more.', 'North 91.5\nSouth 38.25').at(-1)).toBe(
    '53.25: derived',
  );
});

test('a value with another sign is not its difference from next to nothing', () => {
  const fit = 'rmse 12.7\np 0.00042\nslope -3.21';
  expect(readStatuses('The slope is 3.21, and p is 0.0004.', fit)[0]).toBe('3.21: unclear');
  expect(readStatuses('The slope is −3.21, and p is 0.0004.', fit)[0]).toBe('−3.21: stated');
});

test('of several cells that say a number, the one whose words agree most is its source', () => {
  const [found] = link('The mean of North is 4201.75.', ['x 4201.75', 'mean of North 4201.75']);
  expect(found?.sources.map(({ cell }) => cell)).toEqual([2]);
});

test.each([
  ['5,076', 4],
  ['1.520', 4],
  ['5,000', 1],
  ['0.05', 1],
  ['5.10 million', 3],
  ['12 %', 2],
  ['0', 0],
])('%s has %i digits that say something', (text, digits) => {
  const [mention] = readMentions(`It is ${text}.`).mentions;
  expect(mention && countDigits(mention.amount)).toBe(digits);
  const [found] = readStatuses(`It is ${text}.`, 'x');
  expect(found?.endsWith('unfounded')).toBe(digits >= 2);
});

test('where some text was not read, what was not found is unclear', () => {
  const omitted = { ...text('mean 35.18'), omitted: { pieces: [], characters: 10, lines: 1 } } as Output;
  const answer = { source: 'The mean is 53.18.' } as Cell;
  const read = (output: Output) =>
    lookUpAnswer(
      answer.source,
      { answer, question: '', cells: toCells([output]), earlier: () => [], sizes: [], isWithoutCode: false },
      createSourceCache(),
    ).map(({ status }) => status);
  expect(read(text('mean 35.18'))).toEqual(['unfounded']);
  expect(read(omitted)).toEqual(['unclear']);
});

test.each([
  [['stated', 'given'], null],
  [['stated', 'derived', 'unclear'], 'Numbers: 2 found in the outputs, 1 without a certain source.'],
  [
    ['stated', 'unclear', 'unfounded'],
    'Numbers: 1 found in the outputs, 1 without a certain source, 1 not found (errors and warnings aside): n2.',
  ],
] as const)('%j is described as %s', (statuses, expected) => {
  const quantities = statuses.map(
    (status, at): Quantity => ({ kind: 'number', start: at, end: at, text: `n${at}`, status, sources: [] }),
  );
  expect(describeNumbers(quantities)).toBe(expected);
});
