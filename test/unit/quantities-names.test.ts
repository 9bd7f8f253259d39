/** Names of rows in an answer: which lead to their rows. */
import { expect, test } from 'vitest';
import type { SourceCell } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { describeNumbers } from '../../lib/session/view/describe-numbers.ts';

function print(text: string, source = ''): SourceCell[] {
  return [{ id: 'c1', cell: 1, source, outputs: [{ output_type: 'stream', name: 'stdout', text }] }];
}

/** Names, and what they lead to. */
function read(answer: string, cells: SourceCell[]): string[] {
  return linkQuantities(answer, cells, '')
    .filter(({ kind }) => kind === 'name')
    .map(({ text, sources: [source] }) => `${text}: ${source?.printed} ${source?.label}`);
}

const SPECIES = print(
  'species      n    mass_g\nAdelie     152  3700.662\nChinstrap   68  3733.088\nGentoo     124  5076.016',
);
const SERIES = print(
  'species\nAdelie       3700.662\nChinstrap    3733.088\nGentoo       5076.016\nName: body_mass_g, dtype: float64',
);
const DICTIONARY = print("{'Adelie': 3700.66, 'Chinstrap': 3733.09, 'Gentoo': 5076.02}");
const PORTS = print(
  'port      calls  days\nGenoa        31  4.52\nRotterdam    88  2.14\nNew York     40  3.31',
);

const HTML = (rows: string[][]) =>
  `<table><thead><tr><th></th><th>region</th><th>city</th><th>sales</th></tr></thead><tbody>${rows
    .map(
      ([first, ...cells]) => `<tr><th>${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`;
const TURIN = ['0', 'South', 'Turin', '812'];
function showCities(...rows: string[][]): SourceCell[] {
  const data = { 'text/html': HTML(rows) };
  return [
    { id: 'c1', cell: 1, source: 'frame', outputs: [{ output_type: 'display_data', metadata: {}, data }] },
  ];
}
const CITIES = showCities(TURIN, ['1', 'South', 'Bari', '431'], ['2', 'North', 'Oslo', '655']);

test.each<[string, SourceCell[], string[]]>([
  // A number of the sentence leads to the row.
  ['Gentoo weighs 5,076 g.', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  ['The 5,076 g are those of **Gentoo**.', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  ['There are 152 Adelies.', SPECIES, ['Adelies: Adelie n 152']],
  [
    'Gentoo weighs 5,076 g, Adelie 3,701 g.',
    SPECIES,
    ['Gentoo: Gentoo mass_g 5076.016', 'Adelie: Adelie mass_g 3700.662'],
  ],
  ['| species | g |\n|---|---|\n| Gentoo | 5,076 |', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  // A table of one row has a name, too.
  ['| city | sales |\n|---|---|\n| Turin | 812 |', showCities(TURIN), ['Turin: Turin sales 812']],
  ['Gentoo weighs 5,076 g.', SERIES, ['Gentoo: Gentoo 5076.016']],
  ['Gentoo has 5,076.02.', DICTIONARY, ['Gentoo: Gentoo 5076.02']],
  ['Turin sold 812, Oslo 655.', CITIES, ['Turin: Turin sales 812', 'Oslo: Oslo sales 655']],
  ['New York has 40 calls.', PORTS, ['New York: New York calls 40']],
  ['Gentoo is the heaviest (5,076 g), followed by Chinstrap.', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  // What is not certain is left alone.
  ['Gentoo is the heaviest.', SPECIES, []],
  ['Adelie is the heaviest with 5,076 g.', SPECIES, []],
  ['Gentoo penguins live on Biscoe.', SPECIES, []],
  ['There were 31 calls.', PORTS, []],
  ['We had 12,455 orders.', print('orders 12455\nitems 20110'), []],
  ['It may be 31.2 °C.', print('month  mean\nMay    31.2\nJune   33.1'), []],
])('%s', (answer, cells, expected) => {
  expect(read(answer, cells)).toEqual(expected);
});

test('names are not counted as numbers', () => {
  expect(describeNumbers(linkQuantities('Gentoo weighs 5,076 g.', SPECIES, ''))).toBeNull();
});
