/** Numbers, units, dates, and words as texts write them. */
import { describe, expect, test } from 'vitest';
import { readMentions } from '../../../lib/quantities/answer/read-mentions.ts';
import { findDecimalMark } from '../../../lib/quantities/text/decimal-mark.ts';
import { findAmounts } from '../../../lib/quantities/text/find-amounts.ts';
import { readLabelUnit } from '../../../lib/quantities/text/units.ts';
import { readStems } from '../../../lib/quantities/text/words.ts';

const read = (text: string, mark: '.' | ',' = '.') =>
  findAmounts(text, { mark, isProse: true }).map((amount) => ({
    ...amount,
    text: text.slice(amount.start, amount.end),
  }));

describe('values', () => {
  test.each([
    ['5,076.02', 5076.02, 0.01],
    ['1 234.5', 1, 1],
    ['1\u202f234.5', 1234.5, 0.1],
    ['-3.2', -3.2, 0.1],
    ['−3.2', -3.2, 0.1],
    ['by −12', -12, 1],
    ['(-5)', -5, 1],
    ['1.2e-10', 1.2e-10, 1e-11],
    ['1.2 × 10⁻⁵', 1.2e-5, 1e-6],
    ['$5.1 million', 5.1e6, 1e5],
    ['€1.2M', 1.2e6, 1e5],
    ['135.2k.', 135_200, 100],
    ['-$5', -5, 1],
  ])('%s is %d, to %d', (text, value, step) => {
    const [amount] = read(text);
    expect(amount?.value).toBeCloseTo(value, 12);
    expect(amount?.step).toBeCloseTo(step, 15);
  });

  test.each([
    ['1.234,5', 1234.5],
    ['1 234,5', 1234.5],
    ['21,15 %', 21.15],
    ['12.345', 12_345],
    ['0.21', 0.21],
    ['1,42 Mio. €', 1.42e6],
  ])('with a decimal comma, %s is %d', (text, value) => {
    expect(read(text, ',')[0]?.value).toBeCloseTo(value, 12);
  });

  test.each([
    ['The rate is 0.21, and 1,234 rows.', '.'],
    ['Der Anteil ist 21,15 %, bei 1.234 Zeilen.', ','],
    ['Das sind 1.234 Zeilen.', ','],
    ['There are 1,234 rows.', '.'],
    ['On 01.05.2023 it was 3,141.5.', '.'],
  ])('%s has “%s”', (text, mark) => {
    expect(findDecimalMark(text)).toBe(mark);
  });

  test.each(['Q', 'v2.3', 'x1', 'COVID-19', 'C-017', 'R2', '1/2', 'int64', 'INV-2024-17', '3rd'])(
    '%s is a name',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  test('a range is two values without a sign', () => {
    expect(read('10-15 and 3–5').map(({ value }) => value)).toEqual([10, 15, 3, 5]);
  });
});

describe('units', () => {
  test.each([
    ['21.15 %', 'percent', 0.01],
    ['2 percentage points', 'percent', 0.01],
    ['25 bps', 'percent', 0.0001],
    ['5.1 kg', 'mass', 1000],
    ['5-kg', 'mass', 1000],
    ['24 hours', 'time', 3600],
    ['$14', 'currency usd', 1],
    ['US$ 30', 'currency usd', 1],
    ['14 €', 'currency eur', 1],
    ['36 °C', 'celsius', 1],
  ])('%s', (text, dimension, factor) => {
    expect(read(text)[0]?.unit).toEqual({ dimension, factor });
  });

  test.each([
    ['body_mass_g', 'mass'],
    ['Share (%)', 'percent'],
    ['precipitation_mm', 'length'],
    ['outage_min', 'time'],
    ['price [EUR]', 'currency eur'],
    ['min', undefined],
    ['year', undefined],
    ['d1', undefined],
    ['species', undefined],
  ])('label %s: %s', (label, dimension) => {
    expect(readLabelUnit(label).unit?.dimension).toBe(dimension);
  });

  test('a scale in a label', () => {
    expect(readLabelUnit('revenue (USD millions)')).toEqual({
      unit: { dimension: 'currency usd', factor: 1 },
      multiplier: 1e6,
    });
  });
});

test.each([
  ['2023-03-05', { year: 2023, month: 3, day: 5 }],
  ['2023-03-05 00:00:00', { year: 2023, month: 3, day: 5 }],
  ['March 5, 2023', { year: 2023, month: 3, day: 5 }],
  ['5 March 2023', { year: 2023, month: 3, day: 5 }],
  ['Mar 2023', { year: 2023, month: 3 }],
  ['2023-03', { year: 2023, month: 3 }],
  ['05.03.2023', { year: 2023, month: 3, day: 5 }],
  ['Q1 2023', { year: 2023, quarter: 1 }],
  ['2023Q1', { year: 2023, quarter: 1 }],
  ['March 5', { month: 3, day: 5 }],
  ['2015', { year: 2015 }],
])('date %s', (text, date) => {
  expect(read(text)[0]?.date).toEqual(date);
});

test.each([
  ['body masses', 'body_mass_g'],
  ['the average', 'mean'],
  ['January 2023', '2023-01'],
  ['sales grew', 'revenue'],
  ['fitting', 'fit'],
  ['categories', 'category'],
])('%s and %s share a word', (left, right) => {
  expect([...readStems(left)].filter((stem) => readStems(right).has(stem))).not.toEqual([]);
});

describe('Markdown', () => {
  test.each([
    ['a **5.1** kg bird', ['5.1']],
    ['**$12.50** each', ['$12.50']],
    ['run `x[12]` and `344`', []],
    ['```\n12\n```\nthen 13', ['13']],
    ['[page 7](https://x.org/2024/11) of it', ['7']],
    ['1. first\n2. second', []],
    ['## 3. Result 4', ['4']],
    ['see data_2023.csv', []],
    ['about \\~5 and \\$6', ['5', '$6']],
    ['| a | b |\n| --- | --: |\n| x | 7 |', ['7']],
  ])('%j has %j', (markdown, texts) => {
    expect(readMentions(markdown).mentions.map(({ start, end }) => markdown.slice(start, end))).toEqual(
      texts,
    );
  });

  test('a cell of a table has the words and the unit of its row and column', () => {
    const { mentions } = readMentions('| Species | Mass (g) |\n| --- | --: |\n| Gentoo | 5,076 |');
    expect(mentions[0]?.unit?.dimension).toBe('mass');
    expect([...(mentions[0]?.stems ?? [])]).toEqual(expect.arrayContaining(['gentoo', 'mass']));
  });

  test('an item of a list has the words above it', () => {
    const { mentions } = readMentions('Mean mass:\n\n- Gentoo: 5,076');
    expect([...(mentions[0]?.leadStems ?? [])]).toEqual(expect.arrayContaining(['mean', 'mass']));
  });
});
