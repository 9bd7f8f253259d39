/** Answers and outputs of any length and kind take little time, and what is not a number is not taken for one. */
import { describe, expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import { readMentions } from '../../../lib/quantities/answer/read-mentions.ts';
import { linkQuantities } from '../../../lib/quantities/link-quantities.ts';
import { createSourceCache } from '../../../lib/quantities/source-cache.ts';
import { findDurations } from '../../../lib/quantities/text/durations.ts';
import { readLabelUnit, readSuffix } from '../../../lib/quantities/text/units.ts';
import { expectQuick } from '../../helpers/expect-quick.ts';
import { show as display, text as print } from '../../helpers/outputs.ts';
import { readStatuses, toCells } from '../../helpers/quantities.ts';

const STORED = { blob: 'a'.repeat(64), bytes: 70_000, encoding: 'json' } as const;

const cells = (output: Output) => toCells([output]);
const read = (answer: string, output: Output) => readStatuses(answer, [output]);

const SHORT = print('Store 12  345.5\nStore 13  212.25');

const lines = (count: number, toLine: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => toLine(at)).join('\n');

describe('answers', () => {
  test.each<[string, string]>([
    ['plain lines', lines(1200, (at) => `Store ${at}: ${345_678 + at}, up`)],
    ['one line', 'mass 12, '.repeat(10_000)],
    ['comments without an end', '<!--'.repeat(25_000)],
    ['pictures without an end', '!['.repeat(50_000)],
    ['links without an end', ']('.repeat(50_000)],
    ['dashes', '-'.repeat(100_000)],
    ['underscores', '_'.repeat(100_000)],
    ['backticks', `${'`'.repeat(100_000)} x`],
    ['a divider with blanks', `| a |\n${' '.repeat(100_000)}x`],
    ['cells with blanks', lines(4, () => `|${' '.repeat(25_000)}x`)],
    ['items below a long paragraph', `${'word '.repeat(8000)}\n${lines(4000, (at) => `- item ${at}`)}`],
    ['a long word', `${'ab'.repeat(40_000)} 345.5`],
  ])('%s', (_, answer) => {
    expectQuick(() => linkQuantities(answer, cells(SHORT), ''));
  });

  test('a number of a long paragraph of lines has the words of its line', () => {
    const answer = lines(500, (at) => `Store ${at}: ${100 + at}.5`);
    const { mentions } = readMentions(answer);
    const last = mentions.at(-1);
    expect(last?.words.length).toBeLessThan(10);
    expect(read(answer, SHORT).filter((found) => found.endsWith('stated'))).toContain('345.5: stated');
  });

  test('numbers of one sentence count commas between them and a word', () => {
    const [mention] = readMentions('mass, of which 12').mentions;
    expect(mention?.words.find(({ stem }) => stem === 'mass')?.distance).toBe(26);
  });

  test('of a very long answer the beginning is read', () => {
    expect(readMentions('12 and '.repeat(30_000)).mentions).toHaveLength(2000);
  });

  test.each<[string, string]>([
    ['a comment', 'a <!-- 12\n13 --> 14'],
    ['an address with brackets', 'a [b](https://x.org/a_(1)/2) 14'],
    ['code', 'a ``b ` 12`` 14'],
  ])('numbers of %s are hidden', (_, answer) => {
    expect(readMentions(answer).mentions.map(({ text }) => text)).toEqual(['14']);
  });
});

describe('outputs', () => {
  const wide = Array.from({ length: 5000 }, (_, at) => at % 10).join(' ');
  test.each<[string, Output]>([
    ['a wide table', print(lines(40, () => wide))],
    [
      'a long head',
      print(`${lines(4000, (at) => `a  b${at}`)}\n${lines(4000, (at) => `${at}  ${at + 0.5}`)}`),
    ],
    ['one long line', print('1 '.repeat(200_000))],
    ['numbered lines', print(lines(40_000, (at) => `${at} ${at + 0.5}`))],
    ['many blocks', print('5\n\n'.repeat(100_000))],
    ['blanks', print(lines(20, () => `a 1${' '.repeat(19_000)}b`))],
    ['stars', print(lines(3, () => `${'*'.repeat(100_000)}\n`))],
    ['zeros', print(lines(20, () => `${'0'.repeat(19_000)}1`))],
    ['groups of digits', print(lines(20, () => `${'1,234'.padEnd(18_000, ',567')}8`))],
    ['lists', print(lines(20, () => "['a'] ".repeat(3000)))],
    ['scripts without an end', display({ 'text/html': '<script '.repeat(50_000) })],
    ['marks without an end', display({ 'text/html': `<i>${'<'.repeat(300_000)}` })],
  ])('%s', (_, output) => {
    const [cell] = cells(output);
    const sources = cell ? [{ ...cell, source: 'x = mean(abc)\n'.repeat(100) }] : [];
    expectQuick(() => linkQuantities('Store 12 has 345.5, from 1.5 to 2.5.', sources, ''));
  });

  test('a long answer about many values', () => {
    const answer = lines(
      1500,
      (at) => `- Store ${at} has ${at}.5, which is ${at % 90} % of all, from 1.5 to 2.5`,
    );
    expectQuick(() => read(answer, print(lines(20_000, (at) => `Store ${at}  ${at}.5  ${at}.25`))));
  });

  test('JSON of any depth is read as far as 20 levels', () => {
    let deep: unknown = 345.5;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    const json = display({ 'application/json': { mass: 212.25, deep } });
    expect(read('Mass is 212.25 and deep 345.5.', json)).toEqual(['212.25: stated', '345.5: unfounded']);
  });
});

describe('what cannot be a number', () => {
  test.each(['constructor', 'toString', 'valueOf', '__proto__'])('%s says nothing of the scale', (name) => {
    expect(readLabelUnit(`mass_${name}`).multiplier).toBe(1);
    expect(readSuffix(` ${name}`, false)).toEqual({ multiplier: 1, unit: null, length: 0 });
    expect(read(`Mass is 345 ${name}.`, print('mass 345'))).toEqual(['345: stated']);
  });

  test.each(['1e999', '9'.repeat(400), '0e999', '1e289 trillion'])(
    '%s of an answer is not read',
    (number) => {
      expect(read(`Mass is ${number} and 345.`, print('mass 345\ncount 12'))).toEqual(['345: stated']);
    },
  );

  test('an infinite number of a table is not a value', () => {
    const html = `<table><tr><th>mass</th></tr><tr><td>${'9'.repeat(400)}</td></tr><tr><td>345</td></tr></table>`;
    const { index } = createSourceCache().read(cells(display({ 'text/html': html })));
    expect(index.within(0, Infinity, 10).map(({ value }) => value)).toEqual([345]);
  });

  test('the size and the address of stored JSON are not results', () => {
    expect(read('There are 70,000 rows.', display({ 'application/json': STORED }))).toEqual([
      '70,000: unclear',
    ]);
  });

  test('a length of time as pandas writes it can have any mark before it, but no letter', () => {
    expect(findDurations('{3 days 00:00:06}').map(({ seconds }) => seconds)).toEqual([259_206]);
    expect(findDurations('x3 days 00:00:06')).toEqual([]);
  });
});

describe('whether all was read', () => {
  const long = print(`a ${'1 '.repeat(11_000)}`);
  const omitted = { pieces: [], characters: 10, lines: 1 };
  test.each<[string, Output, boolean]>([
    ['short text', SHORT, true],
    ['a line of more than 20,000 characters', long, false],
    ['more than 400,000 characters', print('mass 12\n'.repeat(50_001)), false],
    ['a stream without its middle', { ...print('1'), omitted } as Output, false],
    ['stored HTML', display({ 'text/html': STORED, 'text/plain': '12' }), false],
    ['stored JSON', display({ 'application/json': STORED }), false],
    ['stored text', display({ 'text/plain': STORED }), false],
    ['a stored picture', display({ 'image/png': STORED, 'text/plain': '<Figure>' }), true],
    ['more JSON than is read', display({ 'application/json': Array(5001).fill(1) }), false],
  ])('%s', (_, output, expected) => {
    expect(createSourceCache().read(cells(output)).isWhole).toBe(expected);
  });
});

describe('what outputs say is kept', () => {
  test('for the same cells', () => {
    const cache = createSourceCache();
    const sources = cells(SHORT);
    const { index } = cache.read(sources);
    expect(cache.read(sources.map((cell) => ({ ...cell }))).index).toBe(index);
    expect(linkQuantities('It is 345.5.', sources, '', { cache })).toEqual(
      linkQuantities('It is 345.5.', sources, ''),
    );
  });

  test('not for a cell that has moved, or that has other code or outputs', () => {
    const cache = createSourceCache();
    const sources = cells(SHORT);
    const { index } = cache.read(sources);
    for (const change of [{ cell: 2 }, { source: 'x = 1' }, { outputs: [print('345.5')] }])
      expect(cache.read(sources.map((cell) => ({ ...cell, ...change }))).index).not.toBe(index);
    const moved = sources.map((cell) => ({ ...cell, cell: 2 }));
    const [found] = linkQuantities('Store 12 has 345.5.', moved, '', { cache }).filter(
      ({ text }) => text === '345.5',
    );
    expect(found?.sources.map(({ cell }) => cell)).toEqual([2]);
  });
});

test('rows that a printed series leaves out are read from what the kernel handed over, each once', () => {
  const values = Array.from({ length: 100 }, (_, at) => [`P${100 + at}`, 4321.5 + 17 * at]);
  const row = (at: number) => `P${100 + at}    ${4321.5 + 17 * at}`;
  const head = [0, 1, 2, 3, 4].map(row);
  const tail = [95, 96, 97, 98, 99].map(row);
  const text = ['product', ...head, '          ...', ...tail, 'Name: units, Length: 100, dtype: float64'];
  const show = (rows: number): Output => ({
    output_type: 'display_data',
    data: { 'text/plain': text.join('\n') },
    metadata: {},
    digest: { data: { rows, columns: 1, index: ['product'], names: ['units'], values } },
  });
  const answer = 'P150 has 5,171.5 units, P101 has 4,338.5, and P190 9,999.5.';
  const find = (output: Output) =>
    linkQuantities(answer, cells(output), '')
      .filter(({ status }) => status !== 'given')
      .map(({ text: said, status, sources }) => [said, status, sources.length]);
  expect(find(show(100))).toEqual([
    ['5,171.5', 'stated', 1],
    ['4,338.5', 'stated', 1],
    ['9,999.5', 'unfounded', 0],
  ]);
  // The first rows of a longer one are data, in which nearly every number is by chance.
  expect(find(show(101))[0]).toEqual(['5,171.5', 'unfounded', 0]);
});
