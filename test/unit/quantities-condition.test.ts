/** How many rows meet a condition, and ranks among lines outside of tables. */
import { expect, test } from 'vitest';
import type { SourceCell } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';

function link(answer: string, printed: string): string[] {
  const cells: SourceCell[] = [
    { id: 'c1', cell: 1, source: '', outputs: [{ output_type: 'stream', name: 'stdout', text: printed }] },
  ];
  return linkQuantities(answer, cells, '').map(({ text, status }) => `${text}: ${status}`);
}

const ITEMS =
  'item  solved  score\nQ4     0.317   0.39\nQ6     0.228   0.08\nQ7     0.589   0.51\nQ8     0.406   0.33';
const SHOPS = 'shop     revenue\nLyon   271340.50\nGhent  248912.00\nTurin  301877.25\nPorto  199405.75';
const DAYS = 'day  temp\nMon  31.2\nTue  28.4\nWed  30.6\nThu  33.0\nFri  24.9';
const VOTES =
  'Okafor   48213  44.72%\nLindquist  45907  42.58%\nBarreto  12388  11.49%\n\ncast 107802 of 171560 (0.628)';
const COUNTS = '214  great tit\n 96  blackbird\n 71  robin\n672 birds, 8 species, 14 walkers';

const OUTAGES = '2025-03-02 04:11 7.5 min\n2025-03-14 19:40 31.0 min\n2025-03-27 02:05 4.25 min';

test.each([
  ['Two shops did: Turin and Lyon.', SHOPS, ['Two: stated']],
  ['Three shops did: Turin and Lyon.', SHOPS, ['Three: unfounded']],
  ['Three items were solved by fewer than half of the students.', ITEMS, ['Three: stated', 'half: given']],
  ['Two items were solved by fewer than half of the students.', ITEMS, ['Two: unfounded', 'half: unfounded']],
  ['The temp was above 30 °C on 3 of the days.', DAYS, ['30 °C: given', '3: stated']],
  ['The temp was above 30 °C on 4 of the days.', DAYS, ['30 °C: stated', '4: unfounded']],
  ['It is above 25 °C on Monday (31.2).', DAYS, ['25 °C: given', '31.2: stated']],
  ['It is above 35 °C on Monday (31.2).', DAYS, ['35 °C: unfounded', '31.2: stated']],
  ['There were three outages.', OUTAGES, ['three: stated']],
  ['There were four outages.', OUTAGES, ['four: unfounded']],
  ['Barreto came third.', VOTES, ['third: stated']],
  ['Blackbirds came in 2nd.', COUNTS, ['2nd: stated']],
  ['Blackbirds came in 4th.', COUNTS, ['4th: unfounded']],
])('%s from %s', (answer, printed, expected) => {
  expect(link(answer, printed)).toEqual(expected);
});
