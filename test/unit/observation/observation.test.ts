import { expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import { toObservation } from '../../../lib/observation/to-observation.ts';
import { type Cell, findCell } from '../../../lib/session/session.ts';
import { expectQuick } from '../../helpers/expect-quick.ts';
import { foldAll, insertCell, ranCell } from '../../helpers/session-events.ts';

/** A cell that ended with these outputs, folded from events like any other. */
function cellOf(outputs: Output[], status: 'ok' | 'error' | 'timed-out' | 'kernel-died' = 'ok'): Cell {
  const ran = ranCell('c1', undefined, { status, ...(status === 'ok' ? {} : { reason: 'Because.' }) });
  const shown = outputs.map((output) => ({ type: 'output-append', cellId: 'c1', output }) as const);
  const bodies = [insertCell('c1', '', { author: 'agent' }), ...ran.toSpliced(1, 0, ...shown)];
  const folded = findCell(foldAll(bodies), 'c1');
  if (!folded) throw new Error('The fold lost the cell.');
  return folded;
}

const read = (...outputs: Output[]) => toObservation(cellOf(outputs)).text;
const stdout = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text });
const display = (data: Record<string, unknown>): Output => ({
  output_type: 'display_data',
  data,
  metadata: {},
});

/** 640 by 480: signature, IHDR length and type, width, height. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000280000001e00802000000', 'hex').toString(
  'base64',
);

test('outputs come in the order they happened', () => {
  const error: Output = { output_type: 'stream', name: 'stderr', text: 'careful\n' };
  expect(read(stdout('a\n'), error, display({ 'text/plain': '5' }), stdout('b\n'))).toBe(
    'a\n[stderr]\ncareful\n5\nb',
  );
});

test('colors, bars and control characters are gone', () => {
  expect(read(stdout('\u001b[31mred\u001b[0m \u0007bell\n 10%\r 50%\r100%\n'))).toBe('red bell\n100%');
});

test('a cell without output says so', () => {
  expect(read()).toContain('gave no output');
});

test('long text keeps head and tail under the budget and counts the rest', () => {
  const text = Array.from({ length: 200_000 }, (_, index) => `line ${index}`).join('\n');
  const shown = read(stdout(text));
  expect(shown.length).toBeLessThan(2000 * 4);
  expect(shown).toMatch(/^line 0\nline 1\n/);
  expect(shown).toMatch(/\nline 199999$/);
  const kept = shown.split('\n').filter((line) => line.startsWith('line ')).length;
  expect(shown).toContain(`[… ${(200_000 - kept).toLocaleString('en-US')} lines, `);
});

test('one endless line is cut without breaking a character', () => {
  const shown = read(stdout('😀'.repeat(100_000)));
  expect(shown.length).toBeLessThan(2000 * 4);
  expect(shown.isWellFormed()).toBe(true);
});

test.each([
  ['a table is its text', { 'text/plain': '   a\n0  1', 'text/html': '<table></table>' }, '   a\n0  1'],
  [
    'Markdown instead of a bare repr',
    { 'text/plain': '<IPython.core.display.Markdown object>', 'text/markdown': '**x**' },
    '**x**',
  ],
  [
    'a styled table as rows',
    {
      'text/plain': '<pandas.io.formats.style.Styler at 0x7f>',
      'text/html': '<style>td{}</style><table><tr><th>a</th><td>1&lt;2</td></tr></table>',
    },
    'a | 1<2 |',
  ],
  [
    'a plot by size',
    { 'image/png': PNG, 'text/plain': '<Figure size 640x480 with 1 Axes>' },
    '[image/png, 640x480 pixels, 1 KB, shown to the user] <Figure size 640x480 with 1 Axes>',
  ],
  [
    'a stored image by size',
    { 'image/png': { blob: 'a'.repeat(64), bytes: 2_048_000, encoding: 'base64' } },
    '[image/png, 2,000 KB, shown to the user]',
  ],
  [
    'a chart specification by type',
    { 'application/vnd.plotly.v1+json': { data: [1] } },
    '[Plotly chart, shown to the user]\ndrawn: scatter.',
  ],
])('%s', (_name, data, wanted) => {
  expect(read(display(data))).toBe(wanted);
});

test('images go along only to a model that sees', () => {
  const cell = cellOf([display({ 'image/png': PNG })]);
  expect(toObservation(cell).images).toEqual([]);
  expect(toObservation(cell, { vision: true }).images).toEqual([
    { mimeType: 'image/png', data: PNG, width: 640, height: 480, tokens: 425 },
  ]);
});

test('a traceback keeps own frames, the innermost library frame and the message', () => {
  const library = (name: string) =>
    `\u001b[36mFile \u001b[39m/venv/lib/python3.11/site-packages/pandas/${name}.py:12, in get(self)\n     11 a\n---> 12 b`;
  const traceback = [
    '-'.repeat(75),
    'KeyError                                  Traceback (most recent call last)',
    'Cell In[1], line 5\n----> 5 f()',
    library('frame'),
    library('base'),
    "\u001b[31mKeyError\u001b[39m: 'b'",
  ];
  const error: Output = { output_type: 'error', ename: 'KeyError', evalue: "'b'", traceback };
  expect(toObservation(cellOf([stdout('before\n'), error], 'error')).text).toBe(
    [
      'before',
      'Cell In[1], line 5',
      '----> 5 f()',
      '[… library frames left out: 1 …]',
      'File /venv/lib/python3.11/site-packages/pandas/base.py:12, in get(self)',
      "KeyError: 'b'",
      '[Because.]',
    ].join('\n'),
  );
});

test('a long output does not push the error out', () => {
  const error: Output = {
    output_type: 'error',
    ename: 'ValueError',
    evalue: 'x'.repeat(50_000),
    traceback: [],
  };
  const { text } = toObservation(cellOf([stdout('y'.repeat(1_000_000)), error], 'error'));
  expect(text.length).toBeLessThan(2000 * 4);
  expect(text).toContain('ValueError: xxx');
});

test.each([
  ['timed-out', 'stopped at its time limit. Because.'],
  ['kernel-died', 'The kernel died while this cell ran. Because.'],
] as const)('%s is said with its reason', (status, wanted) => {
  expect(toObservation(cellOf([stdout('a\n')], status)).text).toContain(wanted);
});

test('HTML of nothing but spaces is read in a moment', () => {
  expectQuick(() => read(display({ 'text/html': `${' '.repeat(1_000_000)}x` })));
});
