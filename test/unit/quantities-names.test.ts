/** Names of rows in an answer: which lead to their rows, and which an output contradicts. */
import { expect, test } from 'vitest';
import type { SourceCell } from '../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../lib/quantities/link-quantities.ts';
import { describeNumbers } from '../../lib/session/view/describe-numbers.ts';

function print(text: string, source = ''): SourceCell[] {
  return [{ id: 'c1', cell: 1, source, outputs: [{ output_type: 'stream', name: 'stdout', text }] }];
}

const find = (answer: string, cells: SourceCell[], question = '') =>
  linkQuantities(answer, cells, question).filter(({ kind }) => kind === 'name');

/** Names, and what they lead to or are contradicted by. */
function read(answer: string, cells: SourceCell[], question = ''): string[] {
  return find(answer, cells, question).map(({ text, status, sources: [source], instead }) =>
    status === 'stated'
      ? `${text}: ${source?.printed} ${source?.label}`
      : `${text}: ${status}, ${instead?.label} ${instead?.printed}`,
  );
}

const SPECIES = print(
  'species      n    mass_g\nAdelie     152  3700.662\nChinstrap   68  3733.088\nGentoo     124  5076.016',
);
const TOTALS = print('region  orders\nnorth     120\nsouth     310\ntotal     430');
const SERIES = print(
  'species\nAdelie       3700.662\nChinstrap    3733.088\nGentoo       5076.016\nName: body_mass_g, dtype: float64',
);
const DICTIONARY = print("{'Adelie': 3700.66, 'Chinstrap': 3733.09, 'Gentoo': 5076.02}");
const CUT = print('      orders\nnorth    120\n..       ...\nwest     310\n\n[90 rows x 1 columns]');
const PORTS = print(
  'port      calls  days\nGenoa        31  4.52\nRotterdam    88  2.14\nNew York     40  3.31',
);

const SEXES = print('sex      n\nfemale  165\nmale    168');
const CLIMATE = print(
  'city     max_temp  precip_mm  snow_days\nRome         31.2        310          2\nSeville      36.4        450          0\nOslo         22.5        402         88\nBergen       19.8        802         61',
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
  // A table of one row has a name, and no order.
  ['| city | sales |\n|---|---|\n| Turin | 812 |', showCities(TURIN), ['Turin: Turin sales 812']],
  ['Turin has the highest sales.', showCities(TURIN), []],
  ['Gentoo weighs 5,076 g.', SERIES, ['Gentoo: Gentoo 5076.016']],
  ['Gentoo has 5,076.02.', DICTIONARY, ['Gentoo: Gentoo 5076.02']],
  ['Turin sold 812, Oslo 655.', CITIES, ['Turin: Turin sales 812', 'Oslo: Oslo sales 655']],
  ['New York has 40 calls.', PORTS, ['New York: New York calls 40']],
  // A superlative says where the row is.
  ['Gentoo is the heaviest.', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  [
    'Gentoo is the heaviest (5,076 g), followed by Chinstrap and Adelie.',
    SPECIES,
    [
      'Gentoo: Gentoo mass_g 5076.016',
      'Chinstrap: Chinstrap mass_g 3733.088',
      'Adelie: Adelie mass_g 3700.662',
    ],
  ],
  ['Gentoo is the heaviest, followed by Adelie.', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  ['The lowest n: Chinstrap', SPECIES, ['Chinstrap: Chinstrap n 68']],
  ['Der Gentoo ist der schwerste.', SPECIES, ['Gentoo: Gentoo mass_g 5076.016']],
  ['South has the most orders.', TOTALS, ['South: south orders 310']],
  ['Chinstrap is the second heaviest.', SPECIES, ['Chinstrap: Chinstrap mass_g 3733.088']],
  // What is not certain is left alone.
  ['Adelie is the second heaviest.', SPECIES, []],
  ['Gentoo penguins live on Biscoe.', SPECIES, []],
  ['There were 31 calls.', PORTS, []],
  // It has the most of another column of that name.
  [
    'In March, east had the most orders.',
    print('region  orders  avg_order\neast  300  166.7\nwest  900  22.2'),
    [],
  ],
  ['We had 12,455 orders.', print('orders 12455\nitems 20110'), []],
  ['It may be 31.2 °C.', print('month  mean\nMay    31.2\nJune   33.1'), []],
])('%s', (answer, cells, expected) => {
  expect(read(answer, cells)).toEqual(expected);
});

const HEAVIEST = 'Adelie: contradicted, Gentoo, mass_g 5076.016';

test.each<[string, SourceCell[], string[]]>([
  ['Adelie is the heaviest.', SPECIES, [HEAVIEST]],
  ['**Adelie** is by far the heaviest species, at 3,701 g.', SPECIES, [HEAVIEST]],
  ['The heaviest species is Adelie.', SPECIES, [HEAVIEST]],
  ['Adelie has the highest mass.', SPECIES, [HEAVIEST]],
  ['The mass is highest in Adelie.', SPECIES, [HEAVIEST]],
  ['Adelie ist die schwerste.', SPECIES, [HEAVIEST]],
  ['Gentoo has the lowest n.', SPECIES, ['Gentoo: contradicted, Chinstrap, n 68']],
  ['Adelie is the heaviest.', SERIES, ['Adelie: contradicted, Gentoo 5076.016']],
  // The number is that of the row that is ahead.
  ['Adelie is the heaviest with 5,076 g.', SPECIES, [HEAVIEST]],
  ['New York is the slowest port, with 2.14 days.', PORTS, ['New York: contradicted, Rotterdam, days 2.14']],
  ['Genoa has the most traffic (88 calls).', PORTS, ['Genoa: contradicted, Rotterdam, calls 88']],
  ['Adelie is the heaviest, ahead of Gentoo.', SPECIES, [HEAVIEST]],
  ['North has the most orders.', TOTALS, ['North: contradicted, south, orders 310']],
  // The words of a column, a part of them, and what they are a part of.
  ['The wettest place is Oslo.', CLIMATE, ['Oslo: contradicted, Bergen, precip_mm 802']],
  ['Most snow falls in the city Bergen.', CLIMATE, ['Bergen: contradicted, Oslo, snow_days 88']],
  ['**Most snow days:** Bergen', CLIMATE, ['Bergen: contradicted, Oslo, snow_days 88']],
  ['Bergen, the hottest, is small.', CLIMATE, ['Bergen: contradicted, Seville, max_temp 36.4']],
  // A superlative with two ends: it is at neither, so the nearer one is shown.
  ['Rome has the best temperature.', CLIMATE, ['Rome: contradicted, Seville, max_temp 36.4']],
  // Its own number says which column is meant.
  [
    'Rome leads with 31.2 °C.',
    print('city  low  high\nRome  8.4  31.2\nOslo  2.5  22.5\nCairo  12.1  36.4'),
    ['Rome: contradicted, Cairo, high 36.4'],
  ],
  // Other languages.
  [
    '**Winter:** Am meisten Schneetage hatte Bergen.',
    print("Schneetage: {'Oslo': 88, 'Bergen': 61, 'Rom': 2}"),
    ['Bergen: contradicted, Oslo 88'],
  ],
  [
    'Oslo est la plus chaude.',
    print('ville  temp\nOslo  22.5\nRome  31.2'),
    ['Oslo: contradicted, Rome, temp 31.2'],
  ],
  [
    'La città più cara è Oslo.',
    print('città  price\nOslo  22.5\nRoma  31.2'),
    ['Oslo: contradicted, Roma, price 31.2'],
  ],
  [
    'Oslo es la ciudad con más visitas.',
    print('ciudad  visitas\nOslo  225\nRoma  312'),
    ['Oslo: contradicted, Roma, visitas 312'],
  ],
  // What has values of both signs shows changes.
  [
    'The strongest decline hit Oslo.',
    print('city  trend\nOslo  -12.5\nRome  31.2\nBern  -44.1\nGenf  -3.5'),
    ['Oslo: contradicted, Bern, trend -44.1'],
  ],
  // A table of the answer says what else a column is called.
  [
    '| Team | Satisfied |\n|---|---|\n| Sales | 41.3 % |\n| Support | 24.6 % |\n| Finance | 52.2 % |\n\nThe least satisfied is Sales.',
    print("share scoring 4 or 5: {'Finance': 52.2, 'Sales': 41.3, 'Support': 24.6}"),
    [
      'Sales: Sales 41.3',
      'Support: Support 24.6',
      'Finance: Finance 52.2',
      'Sales: contradicted, Support 24.6',
    ],
  ],
])('a wrong winner is contradicted: %s', (answer, cells, expected) => {
  expect(read(answer, cells)).toEqual(expected);
});

test.each<[string, string, SourceCell[], string?]>([
  ['another row is named, too', 'Adelie and Gentoo are the heaviest.', SPECIES],
  ['of a part', 'Adelie is the heaviest on Dream.', SPECIES],
  ['of a part, said first', 'Among females, Adelie is the heaviest.', SPECIES],
  ['of a part, said above', '## Females\n\nAdelie is the heaviest.', [...SPECIES, ...SEXES]],
  ['of a part, said before', 'Consider only females. Adelie is the heaviest.', SPECIES],
  ['of a part, asked for', 'Adelie is the heaviest.', SPECIES, 'Without Gentoo, which is the heaviest?'],
  ['of one of its kind', 'The heaviest Adelie is a male.', SPECIES],
  ['of something else', 'Adelie has the most eggs.', SPECIES],
  ['of its own kind', 'Adelie has its highest mass in May, with 5,076 g.', SPECIES],
  ['of something derived', 'Adelie has the highest mass per egg.', SPECIES],
  ['not the first', 'Adelie is the second heaviest.', SPECIES],
  ['not the first, with the number of the first', 'Adelie is the second heaviest after 5,076 g.', SPECIES],
  ['one of several', 'Adelie is one of the heaviest.', SPECIES],
  ['denied', 'Adelie is not the heaviest.', SPECIES],
  ['doubted', 'Adelie would be the heaviest if fed.', SPECIES],
  ['the row of a total', 'South has the most orders.', TOTALS],
  ['of a part, known by another output', 'The heaviest female species is Adelie.', [...SPECIES, ...SEXES]],
  ['what is within a row', 'In Rome the highest temperature was 31.2 °C.', CLIMATE],
  ['what is within a row, said first', 'The highest temperature in Rome: 31.2 °C.', CLIMATE],
  ['what is within a row, as its own', 'Rome’s highest temperature was 31.2 °C.', CLIMATE],
  ['the highest of all after another name', 'Rome is hot, and the highest temperature was 36.4 °C.', CLIMATE],
  ['one thing of many', 'The largest single sum was 450 mm, in Oslo.', CLIMATE],
  ['what goes to a row', 'The largest grant to Rome reached 310 units.', CLIMATE],
  ['a kind that the table does not tell', 'Rome is the largest inland port with 310 mm.', CLIMATE],
  ['a change, where the table has levels', 'Rome gained most, to 31.2 °C.', CLIMATE],
  ['the number of another, compared', 'Rome is the wettest in the south, against 802 mm in Bergen.', CLIMATE],
  ['a part, said after', 'Rome has the highest temperature, but only in May.', CLIMATE],
  ['a part in time', 'Last week, Rome had the highest temperature.', CLIMATE],
  [
    'first in another column of which the question asks',
    'Oslo is first with 22.5.',
    CLIMATE,
    'Where are most days of snow?',
  ],
  ['a mean, where the table has none', 'Oslo has the highest average temperature.', CLIMATE],
  ['of fewer than all', 'Of the two, Oslo has the highest temperature.', CLIMATE],
  ['of another year', 'Oslo had the highest temperature in 2022.', CLIMATE],
  ['of each of something', 'Oslo has the most snow days per head.', CLIMATE],
  ['a comparison', 'Rome is plus chaud que Oslo.', CLIMATE],
  ['a table that is cut', 'North has the most orders.', CUT],
  [
    'two columns agree',
    'Hill has the highest score.',
    print('school  score_a  score_b\nHill  71.2  19.5\nLake  80.4  21.4'),
  ],
  ['either end can be the best', 'Adelie has the best mass.', SPECIES],
  ['a rank', 'Lake has the highest rank.', print('school  rank\nHill       2\nLake       1')],
  [
    'another output bears it out',
    'Adelie is the heaviest.',
    [...SPECIES, ...print('species  mass_g\nAdelie  3500.5\nGentoo  3400.5')],
  ],
  ['equal values', 'Adelie has the most n.', print('species  n\nAdelie  12\nGentoo  12')],
  ['signs', 'Genoa had the largest change.', print('port  change\nGenoa  -31.5\nOslo    12.5')],
])('nothing is contradicted: %s', (_, answer, cells, question = '') => {
  expect(find(answer, cells, question).filter(({ status }) => status === 'contradicted')).toEqual([]);
});

test('names are not counted as numbers, and what is contradicted is said apart', () => {
  expect(describeNumbers(linkQuantities('Gentoo weighs 5,076 g.', SPECIES, ''))).toBeNull();
  expect(describeNumbers(linkQuantities('Adelie is the heaviest.', SPECIES, ''))).toBe(
    'Contradicted by an output: Adelie (compare Gentoo, mass_g: 5076.016).',
  );
  expect(describeNumbers(linkQuantities('Adelie is the heaviest with 5,076 g.', SPECIES, ''))).toBe(
    'Numbers: 0 found in the outputs, 1 without a certain source. Contradicted by an output: Adelie (compare Gentoo, mass_g: 5076.016).',
  );
});
