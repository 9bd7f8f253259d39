/** Rules for what is not text, and the verdict that follows from several clean runs. */

import { describe, expect, test } from 'vitest';
import type { Output } from '../../../lib/notebook/output.ts';
import { parseExactJson } from '../../../lib/util/exact-json.ts';
import { compareOutputs } from '../../../lib/verify/compare-outputs.ts';
import { type CleanCell, judgeCell, needsAnotherRun } from '../../../lib/verify/judge-cell.ts';
import { CONTEXT, FROM, judge, run, toJudged } from '../../helpers/judged.ts';
import { grayPng as png } from '../../helpers/made-png.ts';
import { show, text } from '../../helpers/outputs.ts';

const fail = (ename: string, evalue: string): Output => ({
  output_type: 'error',
  ename,
  evalue,
  traceback: [`line 1 of ${Math.random()}`],
});

function frame(names: string[], rows: (string | number)[][], note = ''): Output {
  const head = names.map((name) => `<th>${name}</th>`).join('');
  const body = rows.map(([name, ...cells]) => {
    const values = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><th>${name}</th>${values}</tr>`;
  });
  const html = `<div><table border="1" class="dataframe"><thead><tr style="text-align: right;">${head}</tr></thead><tbody>${body.join('')}</tbody></table>${note}</div>`;
  return show({ 'text/html': html });
}

const TABLE = [
  ['0', 'Oslo', '4.21'],
  ['1', 'Bergen', '3'],
];
const NAMES = ['', 'city', 'mean'];
const FLAT = [
  [0, 0, 0, 0],
  [0, 0, 0, 0],
];
const UUID = '123e4567-e89b-12d3-a456-426614174000';
const PLOT = (id: string, value: number) =>
  show({ 'text/html': `<div id="${id}"></div><script>draw("${id}", ${value})</script>` });

describe('put aside', () => {
  test.each<[string, string, Output[], Output[]]>([
    [
      'picture-file',
      'how a picture is packed',
      [show({ 'image/png': png(FLAT, 9) })],
      [show({ 'image/png': png(FLAT, 0) })],
    ],
    ['random-id', 'ids drawn by lot', [PLOT(UUID, 1)], [PLOT(UUID.replace('123', '999'), 1)]],
    [
      'random-id',
      'ids of styled tables',
      [show({ 'text/html': '<p id="T_1a2b3_row0">1</p>' })],
      [show({ 'text/html': '<p id="T_ffff0_row0">1</p>' })],
    ],
    [
      'rounding',
      'last digits in a table',
      [frame(NAMES, [['0', 'Oslo', '0.30000000000000004']])],
      [frame(NAMES, [['0', 'Oslo', '0.3']])],
    ],
    [
      'rounding',
      'last digits in JSON',
      [show({ 'application/json': { a: [0.1 + 0.2] } })],
      [show({ 'application/json': { a: [0.3] } })],
    ],
    [
      'application-data',
      'what an application adds',
      [show({ 'text/plain': '1', 'application/vnd.google.colaboratory.intrinsic+json': {} })],
      [show({ 'text/plain': '1' })],
    ],
    [
      'address',
      'an address in an error',
      [fail('ValueError', 'bad <A object at 0x7f3141de3960>')],
      [fail('ValueError', 'bad <A object at 0x7f2412527b00>')],
    ],
  ])('%s: %s', (kind, _name, notebook, here) => {
    const { differences, asides, incomparable } = compareOutputs(notebook, here, CONTEXT);
    expect([...differences, ...incomparable]).toEqual([]);
    expect(new Set(asides.map((aside) => aside.kind))).toEqual(new Set([kind]));
  });

  test.each<[string, Output[], Output[]]>([
    [
      'the order of keys',
      [show({ 'application/json': { a: 1, b: 2 } })],
      [show({ 'application/json': { b: 2, a: 1 } })],
    ],
    [
      'how a number of JSON is written',
      [show({ 'application/json': parseExactJson('{"a":[1.0,2.50,1e5,-0.0]}') })],
      [show({ 'application/json': { a: [1, 2.5, 100_000, 0] } })],
    ],
    ['how a stream is cut into pieces', [text('a\nb'), text('c\n')], [text('a\nbc\n')]],
    [
      'the numbers of executions',
      [{ output_type: 'execute_result', execution_count: 3, data: { 'text/plain': '1' }, metadata: {} }],
      [{ output_type: 'execute_result', execution_count: 1, data: { 'text/plain': '1' }, metadata: {} }],
    ],
    ['tracebacks', [fail('ValueError', 'bad')], [fail('ValueError', 'bad')]],
  ])('without a trace: %s', (_name, notebook, here) => {
    expect(compareOutputs(notebook, here, CONTEXT)).toEqual({
      differences: [],
      asides: [],
      incomparable: [],
      pictures: [],
    });
  });
});

describe('differences', () => {
  test.each<[string, Output[], Output[]]>([
    [
      '0, mean: 4.21, here 4.19',
      [frame(NAMES, TABLE)],
      [
        frame(NAMES, [
          ['0', 'Oslo', '4.19'],
          ['1', 'Bergen', '3'],
        ]),
      ],
    ],
    [
      '1, city: “Bergen”, here “Bodø”',
      [frame(NAMES, TABLE)],
      [
        frame(NAMES, [
          ['0', 'Oslo', '4.21'],
          ['1', 'Bodø', '3'],
        ]),
      ],
    ],
    ['1 row more: 2, here 3', [frame(NAMES, TABLE)], [frame(NAMES, [...TABLE, ['2', 'Bodø', '1']])]],
    [
      '3 rows more: 1,201, here 1,204',
      [frame(NAMES, TABLE, '<p>1201 rows × 2 columns</p>')],
      [frame(NAMES, TABLE, '<p>1204 rows × 2 columns</p>')],
    ],
    ['without column “mean”, with column “sum”', [frame(NAMES, TABLE)], [frame(['', 'city', 'sum'], TABLE)]],
    [
      'the same rows in another order',
      [frame(NAMES, TABLE)],
      [
        frame(NAMES, [
          ['0', 'Bergen', '3'],
          ['1', 'Oslo', '4.21'],
        ]),
      ],
    ],
    [
      '12.5 % of the picture’s pixels differ',
      [show({ 'image/png': png(FLAT) })],
      [
        show({
          'image/png': png([
            [0, 0, 0, 1],
            [0, 0, 0, 0],
          ]),
        }),
      ],
    ],
    [
      'picture of 4 × 2 pixels, here 4 × 1',
      [show({ 'image/png': png(FLAT) })],
      [show({ 'image/png': png([[0, 0, 0, 0]]) })],
    ],
    ['a 1, here 2', [show({ 'application/json': { a: 1 } })], [show({ 'application/json': { a: 2 } })]],
    ['a 1, here "1"', [show({ 'application/json': { a: 1 } })], [show({ 'application/json': { a: '1' } })]],
    ['“b” is new', [show({ 'application/json': { a: 1 } })], [show({ 'application/json': { a: 1, b: 2 } })]],
    [
      '1 output more',
      [show({ 'text/plain': '1' })],
      [show({ 'text/plain': '1' }), show({ 'text/plain': '2' })],
    ],
    [
      'is not shown as image/png',
      [show({ 'text/plain': '1', 'image/png': png(FLAT) })],
      [show({ 'text/plain': '1' })],
    ],
    ['“ValueError: bad”, here “TypeError: bad”', [fail('ValueError', 'bad')], [fail('TypeError', 'bad')]],
    ['no longer fails with “ValueError: bad”', [fail('ValueError', 'bad')], []],
    ['prints “hello”', [], [text('hello\n')]],
    ['no longer prints “hello”', [text('hello\n')], []],
    ['no longer prints “warning”', [text('warning\n', 'stderr')], []],
  ])('%s', (words, notebook, here) => {
    expect(compareOutputs(notebook, here, CONTEXT).differences[0]?.text).toBe(words);
  });

  test.each<[string, Output[], Output[]]>([
    [
      'an id that says something',
      [show({ 'text/html': '<p id="total12">1</p>' })],
      [show({ 'text/html': '<p id="total13">1</p>' })],
    ],
    ['what a plot draws', [PLOT(UUID, 1)], [PLOT(UUID.replace('123', '999'), 2)]],
    [
      'an id in another place',
      [PLOT(UUID, 1)],
      [show({ 'text/html': `<div id="${UUID}"></div><script>draw("other", 1)</script>` })],
    ],
    ['the caption of a table', [frame(NAMES, TABLE, '<p>sum 1</p>')], [frame(NAMES, TABLE, '<p>sum 2</p>')]],
    [
      'the text beside other HTML',
      [show({ 'text/html': '<b>1</b>', 'text/plain': '1' })],
      [show({ 'text/html': '<b>1</b>', 'text/plain': '2' })],
    ],
    ['standard error as standard output', [text('a')], [text('a', 'stderr')]],
    [
      'a form that an application could not add',
      [show({ 'text/plain': '1' })],
      [show({ 'text/plain': '1', 'text/latex': '1' })],
    ],
  ])('%s', (_name, notebook, here) => {
    expect(compareOutputs(notebook, here, CONTEXT).differences).not.toEqual([]);
  });

  test.each<[string, Output[], Output[]]>([
    [
      'a picture that is not a PNG',
      [show({ 'image/jpeg': '/9j/AAAA' })],
      [show({ 'image/jpeg': '/9j/BBBB' })],
    ],
    [
      'a widget',
      [show({ 'application/vnd.jupyter.widget-view+json': { model_id: '1' } })],
      [show({ 'application/vnd.jupyter.widget-view+json': { model_id: '1' } })],
    ],
    ['an output that was left out', [text('[… 1 further output left out …]\n')], [text('long\n')]],
    ['text that was left out', [text('a\n[… 1,234 characters left out …]\nb')], [text('a\nlong\nb')]],
    ['a type without a rule', [show({ 'application/pdf': 'AAAA' })], [show({ 'application/pdf': 'BBBB' })]],
  ])('%s cannot be compared', (_name, notebook, here) => {
    const { differences, incomparable } = compareOutputs(notebook, here, CONTEXT);
    expect([differences.length, incomparable.length]).toEqual([0, 1]);
  });
});

describe('verdicts', () => {
  test.each<[string, Output[], CleanCell[]]>([
    ['same', [text('1')], [run(text('1'))]],
    ['differs', [text('1')], [run(text('2')), run(text('2'))]],
    ['varies', [text('1')], [run(text('2')), run(text('3'))]],
    ['varies', [text('1')], [run(text('1')), run(text('3'))]],
    // What varies does not hide what changed.
    ['differs', [text('draw 0.1 rate 5')], [run(text('draw 0.2 rate 6')), run(text('draw 0.3 rate 6'))]],
    ['varies', [text('draw 0.1 rate 5')], [run(text('draw 0.2 rate 5')), run(text('draw 0.3 rate 5'))]],
    ['differs', [text('[ 0.1 a]')], [run(text('[-0.25 b]')), run(text('[0.333 b]'))]],
    ['varies', [text('[ 0.1  a]')], [run(text('[-0.25 a]')), run(text('[0.333 a]'))]],
    // As NumPy pads: a sign takes the place of a blank, and a blank that of a last zero.
    ['varies', [text('[ 0.5,  1.3]')], [run(text('[ 0.8,  1.4]')), run(text('[-1.9,  0.6]'))]],
    ['varies', [text('[0.485, 0.895]')], [run(text('[0.605, 0.122]')), run(text('[0.963, 0.12 ]'))]],
    ['differs', [text('[ 0.5,  1.3]')], [run(text('[-0.8,  1.4]')), run(text('[-0.8,  1.4]'))]],
    [
      'varies',
      [text('array([0.5,  1.3,\n       nan])')],
      [run(text('array([8.0e-01, 1.4e+00, 2.0e-05])')), run(text('array([0.6, nan, 0.7])'))],
    ],
    // A constant among drawn values has changed, and is written with an exponent where one of them is small.
    [
      'differs',
      [text('[0.5   9.25]')],
      [run(text('[2.0e-05 8.25e+00]')), run(text('[0.75  8.25]')), run(text('[0.3   8.25]'))],
    ],
    [
      'differs',
      [text('[ 0.5 12345678901234568]')],
      [run(text('[ 0.6 12345678901234567]')), run(text('[-0.7 12345678901234567]'))],
    ],
    // A constant has as many decimals as the drawn value beside it needs, and no others if nothing varies.
    ['varies', [text('1.0  0.5')], [run(text('1.00  0.25')), run(text('1.00  0.75'))]],
    ['differs', [text('1.0  0.5')], [run(text('1.00  0.50')), run(text('1.00  0.50'))]],
    // Longer values pad the heading.
    ['varies', [text('     x\n0  0.5')], [run(text('      x\n0  12.5')), run(text('      x\n0  13.5'))]],
    ['differs', [text('     x\n0  0.5')], [run(text('      y\n0  12.5')), run(text('     y\n0  3.5'))]],
    // An order that varies explains no other item.
    ['differs', [text("['a', 'b', 'x']")], [run(text("['b', 'a', 'y']")), run(text("['a', 'b', 'y']"))]],
    // Where lines are about other things, their numbers vary if two runs say so.
    [
      'varies',
      [text('a  9\nb  8')],
      [run(text('a  7\nb  6')), run(text('b  5\na  5')), run(text('b  4\na  3'))],
    ],
    ['differs', [text('n 4')], [run(text('n 5')), run(text('m 6'))]],
    // A drawn value says nothing about how others are written that are not in its column.
    [
      'differs',
      [text('version 3.1\nr 0.51')],
      [run(text('version 3.10\nr 0.77')), run(text('version 3.10\nr 0.12'))],
    ],
    [
      'differs',
      [text('price 1.10\nr 0.51')],
      [run(text('price 1.1\nr 0.77')), run(text('price 1.1\nr 0.12'))],
    ],
    ['differs', [text('a:\n  b: 1\nr 0.51')], [run(text('a:\nb: 1\nr 0.77')), run(text('a:\nb: 1\nr 0.12'))]],
    [
      'differs',
      [text('     x    y\n0  5.0\nr 0.51')],
      [run(text('     x    y\n0       5.0\nr 0.77')), run(text('     x    y\n0       5.0\nr 0.12'))],
    ],
    // What is rounded differently from run to run explains no other number.
    [
      'differs',
      [text('sum 0.512345678901')],
      [run(text('sum 0.612345678901234')), run(text('sum 0.612345678901235'))],
    ],
    ['varies', [text('0    0.5')], [run(text('0    0.2')), run(text('0   -0.3'))]],
    ['differs', [text('0    0.5')], [run(text('1    0.2')), run(text('1   -0.3'))]],
    ['differs', [text('1\n')], [run(text('2\n3\n')), run(text('2\n4\n'))]],
    ['varies', [text('{1, 2}')], [run(text('{2, 1}')), run(text('{2, 1}'))]],
    ['differs', [text('[1, 2]')], [run(text('[2, 1]')), run(text('[2, 1]'))]],
    ['varies', [text('[1, 2]')], [run(text('[2, 1]')), run(text('[2, 1]')), run(text('[1, 2]'))]],
    ['same', [text('took 3 s')], [run(text('took 2 s')), run(text('took 4 s'))]],
    ['differs', [text('took 3 s')], [run(text('took 2 s')), run(text('took 2 s'))]],
    ['failed', [text('1')], [run(fail('ValueError', 'bad')), run(fail('ValueError', 'bad'))]],
    ['failed', [], [run(fail('ValueError', 'bad 1')), run(fail('ValueError', 'bad 2'))]],
    ['varies', [text('1')], [run(fail('ValueError', 'bad')), run(text('1'))]],
    ['same', [fail('ValueError', 'bad')], [run(fail('ValueError', 'bad'))]],
    ['not-run', [text('1')], [{ ...run(), notRun: 'input' }]],
    ['not-run', [], [{ ...run(), notRun: 'limit' }]],
    ['not-comparable', [text('1')], [{ ...run(text('1')), isCut: true }]],
  ])('%s %#', (verdict, notebook, runs) => {
    expect(judge(notebook, runs).verdict).toBe(verdict);
  });

  test('a cell that was never run in the notebook has nothing to compare with', () => {
    const judged = { notebook: [], source: '', ownSource: '', wasRun: false, hidden: null };
    expect(judgeCell({ ...judged, runs: [run(text('1'))] }).verdict).toBe('not-comparable');
    expect(judgeCell({ ...judged, runs: [run()] }).verdict).toBe('same');
  });

  test.each([
    ['random', 'import random\nprint(random.random())', '0.25'],
    ['time', 'print(time.time())', String(FROM / 1000 + 2)],
    ['time', 'print(date.today())', '2026-05-20'],
    ['address', 'print(id(x))', '139849179964848'],
    ['unknown', 'print(x)', '7'],
  ])('says that it is %s', (cause, source, here) => {
    const { causes } = judge([text('5')], [run(text(here)), run(text('9'))], source);
    expect(causes).toEqual([cause]);
  });

  test('a clock that the cell reads is said rather than a draw above it, which is not certain', () => {
    const drawn = 'rng = np.random.default_rng(1)';
    const judged = (source: string) => judge([text('5')], [run(text('7')), run(text('9'))], source, drawn);
    expect(judged('print(time.time() % 10)').causes).toEqual(['time']);
    expect(judged('print(hash(x))').reason).toContain('probably numbers drawn without a seed');
  });

  test('another run is asked for where it can tell more', () => {
    const needs = (notebook: Output[], ...runs: CleanCell[]) => needsAnotherRun(toJudged(notebook, runs, ''));
    expect(needs([text('1')], run(text('1')))).toEqual({ isNeeded: false, mayBeChance: false });
    expect(needs([text('1')], run(text('2')))).toEqual({ isNeeded: true, mayBeChance: false });
    expect(needs([text('1')], run(text('2')), run(text('2')))).toEqual({
      isNeeded: false,
      mayBeChance: false,
    });
    expect(needs([text('[1, 2]')], run(text('[2, 1]')), run(text('[2, 1]'))).mayBeChance).toBe(true);
    // One of two places varies: the other may be equal by chance.
    expect(needs([text('1 2')], run(text('3 4')), run(text('3 5'))).mayBeChance).toBe(true);
    expect(needs([text('1 2')], run(text('3 4')), run(text('3 5')), run(text('6 5'))).mayBeChance).toBe(
      false,
    );
    expect(needs([], run(fail('ModuleNotFoundError', 'No module named x'))).isNeeded).toBe(false);
  });

  test('what is listed is limited, what is counted is not', () => {
    const lines = (from: number) => Array.from({ length: 100 }, (_, index) => index + from).join('\n');
    const { differences, differenceCount } = judge(
      [text(lines(0))],
      [run(text(lines(1000))), run(text(lines(1000)))],
    );
    expect([differences.length, differenceCount]).toEqual([20, 100]);
  });
});
