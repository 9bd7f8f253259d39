/** Numbers that answer and output write in different units, times, or spellings. */
import { expect, test } from 'vitest';
import { link, readStatuses } from '../../helpers/quantities.ts';

const TIDES = '03:17 high  5.84 m\n15:39 high  6.11 m\n22:08 low   0.77 m';
const QUARTILES =
  'count    366.00\nmin        3.30\n25%        8.30\n75%       14.98\nName: dust, dtype: float64';
const SHARES = 'prio\nP1    0.633\nP2    0.580\nName: hours, dtype: float64';

test.each([
  ['You can free 58.3 GiB.', 'free_gib: 58.3', ['58.3 GiB: stated']],
  ['You can free 58.3 MiB.', 'free_gib: 58.3', ['58.3 MiB: unfounded']],
  ['It held 3.01 Ah.', 'capacity 3012.4 mAh', ['3.01 Ah: stated']],
  ['It held 30.1 Ah.', 'capacity 3012.4 mAh', ['30.1 Ah: unfounded']],
  ['We used 175,300 l.', 'use 175.3 m³', ['175,300 l: stated']],
  ['High water is at 3:39 pm.', TIDES, ['3:39 pm: stated']],
  ['High water is at 3:39 am.', TIDES, ['3:39 am: unclear']],
  ['Hochwasser ist um 22.08 Uhr.', TIDES, ['22.08 Uhr: stated']],
  ['They took 2 hours and 40 minutes.', '14 walkers, 2h40', ['2 hours and 40 minutes: stated']],
  ['You ran 41 min 12 s.', 'Asha 0 days 00:41:12', ['41 min 12 s: stated']],
  ['You were 23 s slower.', 'Ben -1 days +23:59:37', ['23 s: stated']],
  ['Cuesta 1,79 millones.', 'coste 1785894.13', ['1,79 millones: stated']],
  ['It is 5.6 inches long.', 'length_cm 14.22', ['5.6 inches: stated']],
  ['It costs €77.63/MWh.', 'eur_mwh  77.63', ['€77.63: stated']],
  ['Cod made €5.34 million.', 'value_keur  5344.2', ['€5.34 million: stated']],
  ['You ran 3 h 29.', 'finish 3:29:01', ['3 h 29: stated']],
  ['You ran 3:29:01.', 'finish 3:29:01', ['3:29:01: stated']],
  ['You ran 3:29:10.', 'finish 3:29:01', ['3:29:10: unclear']],
  ['Am 5. August kostete E10 noch mehr.', '2024-08-05  1.739', ['5. August: stated']],
  ['The interquartile range begins at 8.3.', QUARTILES, ['8.3: stated']],
  ['Of P1, 63.3 % were solved in time.', SHARES, ['63.3 %: stated']],
  ['Hive C went from 35.4 to 51.9 kg.', 'C  35410 g  51905 g', ['35.4: stated', '51.9 kg: stated']],
  ['In all we used 22.19 kg.', '556 54 0.0971 22190', ['22.19 kg: unclear']],
  ['In all we used 22.19 g.', '556 54 0.0971 22190', ['22.19 g: unfounded']],
  [
    'Claims of 2020 were 5.41M.',
    'year  claims\n2020    5.41\n2021    5.69',
    ['2020: stated', '5.41M: stated'],
  ],
  [
    'Claims of 2020 were 5.14M.',
    'year  claims\n2020    5.41\n2021    5.69',
    ['2020: stated', '5.14M: unfounded'],
  ],
  ['Les recettes sont de 1,05 million d’euros.', 'recettes 1047355.40 EUR', ['1,05 million d’euros: stated']],
  ['Lint got 0.34 s faster.', 'lint diff -0.34 s', ['0.34 s: stated']],
  ['The rate is 4.3 %.', '4.27% overdue, paid 0.660', ['4.3 %: stated']],
  ['The top users spend at least $145.', 'users 5416, top from 144.85', ['$145: stated']],
  ['The top users spend at least $154.', 'users 5416, top from 144.85', ['$154: unfounded']],
])('%s from %s', (answer, printed, expected) => {
  expect(readStatuses(answer, printed)).toEqual(expected);
});

test('in a line of bare numbers, none names another', () => {
  const source = 'print(len(games), games.hours.sum(), games.rating.mean())';
  expect(readStatuses('Ratings average 8.0.', '128 136.0 8.02', { source })).toEqual(['8.0: stated']);
});

test('what a table of shares was multiplied by makes them percentages', () => {
  const source = 'growth.mul(100).round(1)';
  const [found] = link('Cars grew by 27.3 %.', '        cars\nNorth    5.2\nSouth   27.3', { source });
  expect(found?.sources[0]?.printed).toBe('27.3');
});
