/** Terminal text as runs of one style, as text alone, and as the page and exports draw it. */
import { describe, expect, test } from 'vitest';
import { removeTerminalCodes, toStyledRuns } from '../../../lib/notebook/styled-runs.ts';
import { toPlainText } from '../../../lib/notebook/to-plain-text.ts';

const ESC = '\u001b';
/** Each run as its text and what of its style is set. */
const read = (text: string) =>
  toStyledRuns(text).map((run) => [
    run.text,
    Object.fromEntries(Object.entries(run.style ?? {}).filter(([, value]) => value)),
  ]);

describe('toStyledRuns', () => {
  test.each<[string, string, ReturnType<typeof read>]>([
    ['no code', 'plain', [['plain', {}]]],
    [
      'a short reset',
      `${ESC}[31mred${ESC}[mplain`,
      [
        ['red', { color: 'red' }],
        ['plain', {}],
      ],
    ],
    ['an order within one code', `${ESC}[31;0;1mbold`, [['bold', { isBold: true }]]],
    [
      '22, which ends bold and dim',
      `${ESC}[1;2mx${ESC}[22my`,
      [
        ['x', { isBold: true, isDim: true }],
        ['y', {}],
      ],
    ],
    ['bright colors', `${ESC}[92;103mx`, [['x', { color: 'bright-green', background: 'bright-yellow' }]]],
    [
      'the palette',
      `${ESC}[38;5;9mx${ESC}[38;5;208my`,
      [
        ['x', { color: 'bright-red' }],
        ['y', { color: 'rgb(255 135 0)' }],
      ],
    ],
    ['grays', `${ESC}[48;5;232mx`, [['x', { background: 'rgb(8 8 8)' }]]],
    ['colons', `${ESC}[38:5:208mx\ny`, [['x\ny', { color: 'rgb(255 135 0)' }]]],
    ['a color space', `${ESC}[38:2::1:2:3;3mx`, [['x', { color: 'rgb(1 2 3)', isItalic: true }]]],
    [
      'a curly underline and its end',
      `${ESC}[4:3mx${ESC}[4:0my`,
      [
        ['x', { isUnderlined: true }],
        ['y', {}],
      ],
    ],
    ['the color of an underline', `${ESC}[58;5;31;1mx`, [['x', { isBold: true }]]],
    ['a color out of range', `${ESC}[38;5;300mx`, [['x', {}]]],
    ['half a color', `${ESC}[1;38mx${ESC}[38;2;1my`, [['xy', { isBold: true }]]],
    ['numbers without a meaning', `${ESC}[99;1000000mx`, [['x', {}]]],
    ['the one-byte introducer', '\u009b31mx', [['x', { color: 'red' }]]],
  ])('reads %s', (_, text, runs) => {
    expect(read(text)).toEqual(runs);
  });

  test('neighbors of one style are one run', () => {
    expect(read(`${ESC}[0ma${ESC}[1mb${ESC}[1mc${ESC}[2Kd`)).toEqual([
      ['a', {}],
      ['bcd', { isBold: true }],
    ]);
  });

  test.each([
    ['cursor movements', `a${ESC}[2K${ESC}[10;20Hb${ESC}[?25lc`, 'abc'],
    ['links and titles', `${ESC}]8;;javascript:alert(1)\u0007a${ESC}]8;;${ESC}\\${ESC}]0;title\u0007b`, 'ab'],
    ['a keyboard mode, which ends in m too', `${ESC}[>4;1ma`, 'a'],
    ['character sets', `${ESC}(Ba${ESC}7b`, 'ab'],
    ['what follows a code that was cut', `a${ESC}[31\nnext`, 'a31\nnext'],
    ['a carriage return, which is not a code', 'a\rb', 'a\rb'],
  ])('%s: the words are whole', (_, text, words) => {
    expect(removeTerminalCodes(text)).toBe(words);
    expect(
      toStyledRuns(text)
        .map((run) => run.text)
        .join(''),
    ).toBe(words);
  });

  // A list of decorations that grew with each code once took 20 seconds for a hundred thousand characters.
  test('many codes that repeat each other cost no more than many that differ', () => {
    expect(toStyledRuns(`${ESC}[1mx`.repeat(100_000))).toHaveLength(1);
    expect(toStyledRuns(`${ESC}[1mx${ESC}[31my`.repeat(20_000))).toHaveLength(2);
    expect(toStyledRuns(`${ESC}[31mx${ESC}[32my`.repeat(20_000))).toHaveLength(40_000);
  });
});

test('plain text has neither codes nor other control characters', () => {
  expect(toPlainText(`${ESC}[31mred${ESC}[0m\u0007\r\n\tx${ESC}`)).toBe('red\n\tx');
});
