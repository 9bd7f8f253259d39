/** Which output says a number of an answer, and which numbers no output says. */
import { describe, expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import type { SourceCell } from '../../../lib/quantities/finding/quantity.ts';
import { linkQuantities } from '../../../lib/quantities/link-quantities.ts';
import { expectQuick } from '../../helpers/expect-quick.ts';
import { show as display } from '../../helpers/outputs.ts';
import { toCells } from '../../helpers/quantities.ts';

const cells = (...outputs: (Output | string)[]) => toCells(outputs);

const SPECIES = display({
  'text/html': `<table border="1" class="dataframe"><thead>
    <tr><th></th><th>body_mass_g</th><th>count</th></tr><tr><th>species</th><th></th><th></th></tr></thead><tbody>
    <tr><th>Adelie</th><td>3700.662252</td><td>152</td></tr>
    <tr><th>Chinstrap</th><td>3733.088235</td><td>68</td></tr>
    <tr><th>Gentoo</th><td>5076.016260</td><td>124</td></tr></tbody></table>`,
});

/** `text: status how printed, printed` of each quantity. */
function link(answer: string, sources: SourceCell[], question = ''): string[] {
  return linkQuantities(answer, sources, question).map(({ text, status, sources: found }) =>
    [
      `${text}:`,
      status,
      ...new Set(found.map(({ how }) => how)),
      found.map(({ printed }) => printed).join(', '),
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}

describe('stated', () => {
  test.each([
    ['Gentoo weigh 5076.016260 g.', '5076.016260 g: stated exact 5076.016260'],
    ['Gentoo weigh 5,076 g.', '5,076 g: stated rounded 5076.016260'],
    ['Gentoo weigh 5.1 kg.', '5.1 kg: stated scaled 5076.016260'],
    ['Gentoo weigh about 5,000 g.', '5,000 g: unclear'],
    ['Gentoo weigh over 5 kg.', '5 kg: unclear'],
    ['There are 124 Gentoo.', '124: stated exact 124'],
  ])('%s', (answer, expected) => {
    expect(link(answer, cells(SPECIES))[0]).toContain(expected);
  });

  test.each([
    ['The share is 21.15 %.', 'share 0.2115', '21.15 %: stated scaled 0.2115'],
    ['The share is 21 %.', 'share: 21.15%', '21 %: stated rounded 21.15%'],
    ['Sales fell by 14 %.', 'sales change -0.14', '14 %: stated scaled -0.14'],
    ['Sales made $1.42 million.', 'sales 1419870.25', '$1.42 million: stated rounded 1419870.25'],
    ['Revenue was 5.1 million.', 'revenue (millions) 5.1', '5.1 million: stated scaled 5.1'],
    ['It took 48.2 s.', 'fit 48211.3 ms', '48.2 s: stated scaled 48211.3 ms'],
    [
      'It was on March 5, 2023.',
      'day 2023-03-05 00:00:00',
      'March 5, 2023: stated exact 2023-03-05 00:00:00',
    ],
    ['Das sind 1.234,5 Euro.', 'total 1234.5', '1.234,5 Euro: stated exact 1234.5'],
    ['42.1 % stay on day 7.', '{"retention": {"d7": 0.421}}', '42.1 %: stated scaled 0.421'],
  ])('%s from %s', (answer, printed, expected) => {
    expect(link(answer, cells(printed))[0]).toBe(expected);
  });

  test('the first of two cells that say it', () => {
    expect(link('The mean is 4201.75.', cells('mean 4201.75', 'x', 'overall mean: 4201.754'))).toEqual([
      '4201.75: stated exact 4201.75',
    ]);
  });

  test('the columns of a printed table', () => {
    const printed = '           mean  count\nNorth     10.52     41\nSouth     12.91     31\n';
    expect(link('South has a mean of 12.9 and a count of 31.', cells(printed))).toEqual([
      '12.9: stated rounded 12.91',
      '31: stated exact 31',
    ]);
  });

  test('offsets are those of the Markdown', () => {
    const answer = '- **Gentoo**: 5,076 g';
    const [quantity] = linkQuantities(answer, cells(SPECIES), '');
    expect(answer.slice(quantity?.start, quantity?.end)).toBe('5,076 g');
  });
});

test('a dash before an item is not a minus', () => {
  expect(link('- 21 rows have no mass', cells('rows without mass: 21'))).toEqual(['21: stated exact 21']);
});

test('years name rows, though they are not the index', () => {
  const html = `<table class="dataframe"><thead><tr><th></th><th>year</th><th>temp</th></tr></thead><tbody>
    <tr><th>0</th><td>2014</td><td>18.3</td></tr><tr><th>1</th><td>2015</td><td>18.3</td></tr></tbody></table>`;
  const [, found] = linkQuantities('In 2015 it was 18.3.', cells(display({ 'text/html': html })), '');
  expect(found?.sources.map(({ label }) => label)).toEqual(['2015, temp']);
});

test('the numbers by which pandas counts lines are not values', () => {
  const info =
    'RangeIndex: 90 entries\n #   Column  Count\n 0   month   90 non-null\n 1   amount  88 non-null\n 2   city    90 non-null\n';
  expect(link('It has 2 cities and 88 amounts.', cells(info))).toEqual(['2: unclear', '88: stated exact 88']);
});

describe('derived', () => {
  test.each([
    ['Gentoo weigh 5,076 g, 1,375 g more than Adelie (3,701 g).', 'difference', '5076.016260, 3700.662252'],
    ['Gentoo weigh 5,076 g, 37.2 % more than Adelie (3,701 g).', 'ratio', '5076.016260, 3700.662252'],
    ['Adelie weigh 3,701 g, 27.1 % less than Gentoo (5,076 g).', 'ratio', '3700.662252, 5076.016260'],
    ['Adelie (152) are 2.2 times as many as Chinstrap (68).', 'ratio', '152, 68'],
    ['Gentoo make up 36 % of all.', 'ratio', '124, 152, 68'],
    ['152 Adelie and 124 Gentoo are 276 together.', 'sum', '152, 124'],
    ['There are 344 birds of the species Adelie, Chinstrap, and Gentoo in total.', 'sum', '152, 68, 124'],
  ])('%s', (answer, how, printed) => {
    const quantity = linkQuantities(answer, cells(SPECIES), '').find(({ status }) => status === 'derived');
    expect(quantity?.status).toBe('derived');
    expect(quantity?.sources.map((source) => source.how)).toContain(how);
    expect(new Set(quantity?.sources.map((source) => source.printed))).toEqual(new Set(printed.split(', ')));
  });

  test('a rise is not a fall', () => {
    const printed = 'sales 2022: 120.5\nsales 2023: 150.2\n';
    expect(link('Sales rose from 120.5 to 150.2, up 24.6 %.', cells(printed)).at(-1)).toContain('derived');
    expect(link('Sales fell from 120.5 to 150.2, down 24.6 %.', cells(printed)).at(-1)).toContain('unclear');
  });
});

describe('unfounded', () => {
  test.each([
    ['Gentoo weigh 5,067 g.', 'swapped digits'],
    ['Gentoo weigh 5,076 kg.', 'wrong unit'],
    ['Gentoo weigh 5.13 mm.', 'wrong unit'],
    ['Gentoo weigh 50.8 kg.', 'wrong scale'],
    ['Gentoo weigh 5,076.1 g.', 'invented digit'],
    ['There are 142 Gentoo.', 'swapped digits'],
    ['Gentoo weigh 1,357 g more than Adelie.', 'wrong difference'],
  ])('%s (%s)', (answer) => {
    expect(link(answer, cells(SPECIES))[0]).toContain('unfounded');
  });

  test.each([
    ['a value in a traceback', 'It is 1234.5.', null],
    ['a size in a representation', 'It is 643.', '<Figure size 643x480 with 1 Axes>'],
  ])('%s', (_, answer, printed) => {
    const output: Output =
      printed === null
        ? { output_type: 'error', ename: 'ValueError', evalue: '1234.5', traceback: ['1234.5'] }
        : display({ 'text/plain': printed });
    expect(link(answer, cells(output))[0]).toContain('unfounded');
  });
});

test.each([
  ['Top 5 products', '5: given'],
  ['See cell 3.', '3: given'],
  ['With 95 % confidence', '95 %: given'],
  ['1. North', '1: given'],
  ['Use `df.head(17)`.', '17: given'],
  ['The 7-day average', '7-day: given'],
])('%s', (answer, expected) => {
  expect(link(answer, cells(SPECIES))).toEqual([expected]);
});

test('numbers of the question are given, small ones with their noun only', () => {
  const question = 'Which 3 species have more than 4,500 g?';
  expect(link('No 3 species have more than 4,500 g, and there are 3 islands.', cells('x'), question)).toEqual(
    ['3: given', '4,500 g: given', '3: unclear'],
  );
});

test('parameters of the code are given', () => {
  const [cell] = cells(SPECIES);
  const sources = cell ? [{ ...cell, source: 'df[df.mass > 4500]' }] : [];
  expect(link('Birds above 4,500 g', sources)).toEqual(['4,500 g: given']);
});

test('tens of thousands of values take a moment', () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => `item${row} ${(row * 7919) % 10_007}.${row % 97}`);
  const answer = Array.from({ length: 20 }, (_, at) => `- Item ${at} has ${at * 37 + 1}.5 more.`).join('\n');
  const sources = cells(rows.join('\n'));
  expectQuick(() => linkQuantities(answer, sources, ''));
});

test('where code has printed no number, numbers do not vouch for each other', () => {
  const answer = 'The mean is 3.62 out of 5 (median 4), from 463 people; 58.4 % said yes.';
  const question = 'How satisfied are people, from 1 to 5?';
  const marked = (sources: SourceCell[]) =>
    link(answer, sources, question).filter((each) => each.endsWith('unfounded'));
  expect(marked(cells('Read.'))).toEqual(['3.62: unfounded', '463: unfounded', '58.4 %: unfounded']);
  expect(link('15 % of 84 is 12.6.', [], 'What is 15 % of 84?').at(-1)).toBe('12.6: unclear');
});
