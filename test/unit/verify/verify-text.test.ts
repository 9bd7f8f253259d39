/** The rules for text of docs/verification.md: what each puts aside, and the twin that looks like it and is compared. */
import { describe, expect, test } from 'vitest';
import type { CompareContext } from '../../../lib/verify/finding/comparison.ts';
import { compareText } from '../../../lib/verify/text/compare-text.ts';
import { expectQuick } from '../../helpers/expect-quick.ts';
import { CONTEXT } from '../../helpers/judged.ts';

const compare = (notebook: string, here: string, context: Partial<CompareContext> = {}) =>
  compareText(notebook, here, 'text', { ...CONTEXT, ...context });

const TQDM = (bar: string, times: string, loss: string) => `100%|${bar}| 100/100 [${times}, loss=${loss}]`;

describe('put aside, at the same place on both sides', () => {
  test.each([
    ['address', '<__main__.A object at 0x7f3141de3960>', '<__main__.A object at 0x7f2412527b00>'],
    ['address', '<function <lambda> at 0x7f3141de3960>', '<function <lambda> at 0x7f2412527b00>'],
    [
      'address',
      '<bound method A.f of <A object at 0x10ffffff>>',
      '<bound method A.f of <A object at 0x20aaaaaa>>',
    ],
    ['duration', 'Wall time: 930 µs', 'Wall time: 1min 4s'],
    [
      'duration',
      'CPU times: user 36 μs, sys: 0 ns, total: 36 μs',
      'CPU times: user 28 μs, sys: 9 μs, total: 37 μs',
    ],
    [
      'duration',
      '1.2 ms ± 30 µs per loop (mean ± std. dev. of 7 runs, 1,000 loops each)',
      '950 µs ± 12.1 µs per loop (mean ± std. dev. of 7 runs, 10,000 loops each)',
    ],
    ['timestamp', 'at 2025-01-01 09:30:00.123456', 'at 2026-05-20 10:00:02.500000'],
    ['timestamp', '2025-01-01T09:30:00+02:00', '2026-05-20T12:00:02+02:00'],
    ['timestamp', '2025-01-01 09:30:00,123 INFO done', '2026-05-20 10:00:01,871 INFO done'],
    ['timestamp', '2025-01-01, 09:30:00', '2026-05-20, 10:00:01'],
    ['timestamp', 'datetime.datetime(2025, 1, 1, 9, 30)', 'datetime.datetime(2026, 5, 20, 10, 0, 1, 871)'],
    ['temporary-path', '/tmp/ipykernel_12/345.py:3: x', '/tmp/ipykernel_9/8.py:3: x'],
    ['folder', '/home/ana/project/out.csv', '/session/out.csv'],
    [
      'folder',
      '/srv/py/lib/python3.11/site-packages/pandas/a.py',
      '/usr/lib/python3/site-packages/pandas/a.py',
    ],
    ['warning-line', 'a.py:12: FutureWarning: old', 'a.py:15: FutureWarning: old'],
    [
      'progress',
      TQDM('██████', '00:01<00:00, 98.7it/s', '0.5'),
      TQDM('████', '00:02<00:00, 40.1it/s', '0.5'),
    ],
    ['progress', '10/10 [====] - 3s 2ms/step - loss: 0.29', '10/10 [====] - 4s 3ms/step - loss: 0.29'],
    ['rounding', 'sum 0.30000000000000004', 'sum 0.3'],
    ['rounding', '[0.1234567890123, 2.0]', '[0.12345678901231, 2.0]'],
  ])('%s: %s', (kind, notebook, here) => {
    const { differences, asides } = compare(notebook, here);
    expect(differences).toEqual([]);
    expect(asides.length).toBeGreaterThan(0);
    expect(new Set(asides.map((aside) => aside.kind))).toEqual(new Set([kind]));
  });

  test('the place is named, and the rest of the line is compared', () => {
    const { differences, asides } = compare(
      '<A object at 0x7f3141de3960> has 3 items',
      '<A object at 0x7f2412527b00> has 4 items',
    );
    expect(asides).toMatchObject([{ place: 'text, line 1, part 2', notebook: '0x7f3141de3960' }]);
    expect(differences).toMatchObject([{ text: 'has 3, here 4' }]);
  });

  test('equal texts put nothing aside', () => {
    const text = '<A object at 0x7f3141de3960> took 3 s at 2025-01-01 09:30:00';
    expect(compare(text, text)).toEqual({ differences: [], asides: [], incomparable: [], pictures: [] });
  });
});

describe('put aside only if clean runs are not equal there', () => {
  test.each([
    ['training took 3.21 s', 'training took 0.02 s'],
    ['Elapsed time: 0.0034', 'Elapsed time: 0.0071'],
    ['finished in 12 ms', 'finished in 7 ms'],
    ['/tmp/tmpab12cd34/x.csv', '/tmp/tmpzz99yy88/x.csv'],
  ])('%s', (notebook, here) => {
    expect(compare(notebook, here)).toMatchObject({ differences: [], asides: [{ needsProof: true }] });
  });
});

describe('not put aside', () => {
  test.each([
    ['an address outside of a representation', 'fault at 0x7f3141de3960', 'fault at 0x7f2412527b00'],
    ['a color', '0xff0000', '0x00ff00'],
    ['a duration that is data', 'mean trip 3.2 s', 'mean trip 4.1 s'],
    ['a duration longer than the run', 'the average trip took 7200 s', 'the average trip took 6800 s'],
    ['a wall time inside of a sentence', 'Wall time: 3 s for 4 trips', 'Wall time: 4 s for 4 trips'],
    [
      'a number of timed runs',
      '1 s ± 1 ms per loop (mean ± std. dev. of 7 runs, 1 loop each)',
      '1 s ± 1 ms per loop (mean ± std. dev. of 5 runs, 1 loop each)',
    ],
    ['a moment that is data', 'last order 2025-01-01 09:30:00', 'last order 2025-01-02 09:30:00'],
    ['a moment in code that is data', 'datetime(2025, 1, 1, 9, 30)', 'datetime(2025, 1, 2, 9, 30)'],
    ['a date', 'until 2025-01-01', 'until 2026-05-20'],
    ['a file in the temporary folder', '/tmp/report1.csv', '/tmp/report2.csv'],
    ['another file of the working directory', '/home/ana/a.csv', '/session/b.csv'],
    ['a line number that is not of a warning', 'a.py:12: error', 'a.py:15: error'],
    ['the text of a warning', 'a.py:12: FutureWarning: old', 'a.py:12: FutureWarning: new'],
    [
      'what the code adds to a progress bar',
      TQDM('███', '00:01<00:00, 98.7it/s', '0.5'),
      TQDM('███', '00:01<00:00, 98.7it/s', '0.4'),
    ],
    [
      'how far a progress bar came',
      ' 90%|███ | 90/100 [00:01<00:00, 9it/s]',
      '100%|███ | 100/100 [00:01<00:00, 9it/s]',
    ],
    [
      'a loss beside a step time',
      '10/10 [==] - 3s 2ms/step - loss: 0.29',
      '10/10 [==] - 3s 2ms/step - loss: 0.30',
    ],
    ['few digits', 'mean 4.21', 'mean 4.22'],
    ['zeros that are written', 'version 1.10', 'version 1.1'],
    ['moments in seconds', '1795637912.7670982', '1795637913.0326915'],
    ['the twelfth digit', '0.123456789012', '0.123456789013'],
    ['a large integer that became a fraction', 'id 202611271200', 'id 202611271200.0'],
    ['large integers', '12345678901234567', '12345678901234568'],
    ['numbers too large for a float', '1.5e400', '1.5e401'],
    ['digits of a hash', 'a1e300b', 'a1e301b'],
    ['tiny numbers', 'p = 1.234567890123e-15', 'p = 9.234567890123e-15'],
    ['a sign', 'change 0.5', 'change -0.5'],
    ['a missing value', 'mean 4.2', 'mean nan'],
    ['letters', 'Oslo', 'oslo'],
    ['blanks', 'a b', 'a  b'],
    ['blanks beside a bracket', '[ 0.5]', '[0.5]'],
    ['blanks before a value that is rounded', '- a\n  - loss 0.30000000000000004', '- a\n- loss 0.3'],
    ['a blank after a value that is rounded', '0.30000000000000004 %', '0.3%'],
    ['lines of arrays with a value that is rounded', '[1.0]\n[0.30000000000000004]', '[1.0] [0.3]'],
    ['a line that is empty', 'a\n\nb', 'a\nb'],
    ['blanks beside an address', '<A object at 0x7f3141de3960> ok', '<A object at 0x7f2412527b00>  ok'],
    [
      'a whole line beside an address',
      '<A object at 0x7f3141de3960> ok',
      '<A object at 0x7f2412527b00> failed',
    ],
  ])('%s', (_name, notebook, here) => {
    const { differences, incomparable } = compare(notebook, here);
    expect([...differences, ...incomparable]).not.toEqual([]);
  });

  test('a duration of code that reads no clock', () => {
    const { differences } = compare('took 3 s', 'took 4 s', { readsClock: false });
    expect(differences).toMatchObject([{ text: 'took 3 s, here 4 s' }]);
  });

  test('the moment of another run', () => {
    const { differences } = compare('2025-01-01 09:30:00', '2026-05-20 10:00:30');
    expect(differences).toHaveLength(1);
  });
});

describe('differences in words', () => {
  test.each([
    ['mean 4.21', 'mean 4.19', 'mean 4.21, here 4.19'],
    ['n: 10, mean: 4.21', 'n: 10, mean: 4.19', 'mean 4.21, here 4.19'],
    ['7', '8', '7, here 8'],
    ['Oslo', 'Bergen', '“Oslo”, here “Bergen”'],
    ['a\nb', 'a\nb\nc\nd', '2 lines more; line 3: “”, here “c”'],
    ["['a', 'b']", "['b', 'a']", "the same items in another order: “['b', 'a']”"],
    ['{1, 2, 3}', '{3, 1, 2}', 'the same set in another order'],
    ['a\nb\nc', 'c\nb\na', 'the same 3 lines in another order'],
    ['a\nb\nc\n', 'c\nb\na\n', 'the same 3 lines in another order'],
    ['sold 1,491', 'sold 1,768', 'sold 1,491, here 1,768'],
    ['-4,000.50 EUR', '-8,000.25 EUR', '-4,000.50, here -8,000.25'],
    ['a,100,200', 'a,100,201', '200, here 201'],
    ['[100,200]', '[100,201]', '200, here 201'],
    ['2024,100,200', '2024,100,201', '200, here 201'],
    ['yes 10 no 20', 'yes 20 no 10', 'yes 10, here 20'],
  ])('%j, %j', (notebook, here, text) => {
    expect(compare(notebook, here).differences[0]?.text).toBe(text);
  });

  test('sets of tuples are the same set only with the same tuples', () => {
    expect(compare('{(1, 2), (3, 4)}', '{(3, 4), (1, 2)}').differences[0]?.kind).toBe('set-order');
    expect(compare('{(1, 2), (3, 4)}', '{(1, 3), (2, 4)}').differences[0]?.kind).not.toBe('set-order');
    expect(compare("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}").differences[0]?.kind).not.toBe('set-order');
  });
});

test('hostile lines take no time', () => {
  const lines = [
    '<'.repeat(20_000),
    '<a at 0x'.repeat(2_000),
    '/a'.repeat(9_000),
    '1 '.repeat(9_000),
    '{1,'.repeat(6_000),
    '1'.repeat(16_000),
    `took${' '.repeat(15_000)}`,
    `[${' '.repeat(19_000)}`,
    `[\n${' '.repeat(19_000)}`,
  ];
  expectQuick(() => {
    for (const line of lines) compare(`${line}1`, `${line}2`);
  });
});
