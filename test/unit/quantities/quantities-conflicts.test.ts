/** Numbers that equal a value of another row or of another unit, and numbers that were miscopied from the value that is meant. */
import { expect, test } from 'vitest';
import { describeNumbers } from '../../../lib/session/view/answers/answer-numbers.ts';
import { link, readStatuses } from '../../helpers/quantities.ts';

const SPECIES =
  '            n    mass_g\nAdelie     152  3700.662\nChinstrap   68  3733.088\nGentoo     124  5076.016';
const POWER = 'turbine  peak_mw\nnorth    5.12\nsouth    7.31';

test.each<[string, string, string[]]>([
  // Names of rows.
  ['Adelie has 152 birds.', SPECIES, ['152: stated']],
  ['Chinstrap has 152 birds.', SPECIES, ['152: unclear']],
  ['There are 152 Chinstraps.', SPECIES, ['152: unclear']],
  ['The 152 Adelies are light.', SPECIES, ['152: stated']],
  ['There are 152 Adelies and 68 Chinstraps.', SPECIES, ['152: stated', '68: stated']],
  ['Adelie leads with 152, then comes Gentoo with 124.', SPECIES, ['152: stated', '124: stated']],
  ['Gentoo, on all islands and in every year, weighs 3,733 g.', SPECIES, ['3,733 g: unclear']],
  ['| species | n |\n|---|---|\n| Gentoo | 152 |', SPECIES, ['152: unclear']],
  ['| species | n |\n|---|---|\n| Adelie | 152 |', SPECIES, ['152: stated']],
  ['Die Pinguine der Art Adelie wiegen 3.700,7 g.', SPECIES, ['3.700,7 g: stated']],
  ['Die Pinguine der Art Gentoo wiegen 3.700,7 g.', SPECIES, ['3.700,7 g: unclear']],
  // Money is not what is counted.
  ['Revenue was $5,076.', 'orders: 5076', ['$5,076: unclear']],
  ['Revenue was $5,076.', 'revenue: 5076', ['$5,076: stated']],
  ['Revenue was $5,076.', 'orders  fees\n31      5076\n12      4100', ['$5,076: stated']],
  ['The fees were $5,076.', 'count 5076.0\nmean 13.5', ['$5,076: unclear']],
  // What is counted has no unit.
  ['There were 152 orders.', 'weight_kg: 152', ['152: unclear']],
  // Case tells units apart.
  ['North peaks at 5.12 MW.', POWER, ['5.12 MW: stated']],
  ['North peaks at 5.12 mW.', POWER, ['5.12 mW: unfounded']],
  ['It draws 5.12 mW.', 'draw (mW): 5.12', ['5.12 mW: stated']],
  ['It draws 5.12 MW.', 'draw (mW): 5.12', ['5.12 MW: unfounded']],
  ['The dose is 251 mg.', 'dose (mg): 251', ['251 mg: stated']],
  ['It costs €77.63 per MWh.', 'eur_mwh: 77.63', ['€77.63: stated']],
  ['It costs €77.63 per kWh.', 'eur_mwh: 77.63', ['€77.63: unclear']],
  ['It uses 24.6 kWh.', 'use (kWh): 24.6', ['24.6 kWh: stated']],
  // A month is not the quarter that it is in.
  ['Q3 2025 was strong.', 'best month: 2025-07', ['Q3 2025: unclear']],
])('%s of %s', (answer, printed, expected) => {
  expect(readStatuses(answer, printed)).toEqual(expected);
});

test.each<[string, string, string | null]>([
  ['Chinstrap weighs 3,373 g.', SPECIES, '3733.088'],
  ['Gentoo has 142 birds.', SPECIES, '124'],
  ['Chinstrap has 86 birds.', SPECIES, null],
  ['The penguins have 86 birds.', SPECIES, null],
  ['Gentoo weighs 507.6 g.', SPECIES, '5076.016'],
  ['North peaks at 5.12 kW.', POWER, '5.12'],
  // Another value is not a slip.
  ['Chinstrap has 71 birds.', SPECIES, null],
])('a slip is marked with the value that is meant: %s', (answer, printed, meant) => {
  const [found] = link(answer, printed);
  expect(found?.instead?.printed ?? null).toBe(meant);
  expect(found?.status).toBe('unfounded');
});

test('the sentence about the numbers says the value that is meant', () => {
  expect(describeNumbers(link('Gentoo has 142 birds.', SPECIES))).toBe(
    'Numbers: 0 found in the outputs, 1 not found (errors and warnings aside): 142 (compare 124).',
  );
});
