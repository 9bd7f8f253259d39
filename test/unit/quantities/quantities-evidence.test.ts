/** Numbers that only their form, their row, or a sentence beside them ties to an output. */
import { expect, test } from 'vitest';
import { link, readStatuses } from '../../helpers/quantities.ts';

const LOAD = 'morning  0.88 kW\nevening  1.37 kW\nnight    0.21 kW';
const TRIAL = 'treated 61/1204 (5.07%), control 94/1198 (7.85%)';
const LAP = 'planned 2025-03-14 07:31:00 actual 2025-03-14 08:01:40';
const PUNCTUAL = 'on time %\nLyon  92.1 %\nAnnecy 58.0 %';
const QUANTILES =
  'count    1874.00\nmean       35.18\n25%        20.72\n50%        31.50\n75%        46.38\n';

test.each([
  ['In the evening it is 1,370 W.', LOAD, ['1,370 W: stated']],
  ['In the evening it is 1,730 W.', LOAD, ['1,730 W: unfounded']],
  ['Events: 61 of 1,204 and 94 of 1,198.', TRIAL, ['61', '1,204', '94', '1,198'].map((n) => `${n}: stated`)],
  ['Events occurred in 16 of 1,204.', TRIAL, ['16: unfounded', '1,204: stated']],
  ['It left at 8:01 instead of 7:31.', LAP, ['8:01: stated', '7:31: stated']],
  ['It left at 8:10.', LAP, ['8:10: unclear']],
  ['C lost 3 h 32 min.', 'C: 212 min', ['3 h 32 min: stated']],
  ['C lost 3 h 23 min.', 'C: 212 min', ['3 h 23 min: unfounded']],
  ['The total is ₹81,63,850, or 81.6 lakh.', 'total 8163850', ['₹81,63,850: stated', '81.6 lakh: stated']],
  ['The median wait is 32.', QUANTILES, ['32: stated']],
  ['The interval is from 0.17 to 0.22.', '0.174 to 0.217', ['0.17: unclear', '0.22: stated']],
  ['The interval is from 0.17 to 0.25.', '0.174 to 0.217', ['0.17: unclear', '0.25: unfounded']],
  [
    'Lyon has 92.1 %, Annecy 58.0 %: a gap of 34.1 points.',
    PUNCTUAL,
    ['92.1 %', '58.0 %'].map((n) => `${n}: stated`).concat('34.1: derived'),
  ],
  [
    'Lyon has 92.1 %, Annecy 58.0 %: a gap of 34.1 %.',
    PUNCTUAL,
    ['92.1 %', '58.0 %'].map((n) => `${n}: stated`).concat('34.1 %: unclear'),
  ],
  ['L2 has 21.95 defects per 1,000 parts.', 'L2 defects 21.95', ['21.95: stated', '1,000: given']],
])('%s', (answer, printed, expected) => {
  expect(readStatuses(answer, printed)).toEqual(expected);
});

test('a comparison is the difference of what the sentence states, though an output has that number', () => {
  const [, found] = link('Biscoe has 168 animals, which is 44 more than Dream (124).', [
    'Biscoe   168\nDream    124',
    'Biscoe Adelie   44\nDream Adelie   56',
  ]);
  expect(found?.status).toBe('derived');
  expect(found?.sources.map(({ cell }) => cell)).toEqual([1, 1]);
});

test('the name of a quarter is given where the code has it', () => {
  const found = readStatuses('Q2 made 287.1.', 'Q1 267.4\nQ2 287.1', { source: "order = ['Q1', 'Q2']" });
  expect(found).toEqual(['Q2: given', '287.1: stated']);
});
