/** Streams as a terminal shows them: made of random pieces, every two neighbors of which occur, with the screens that pyte 0.8 (200 columns) draws of them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { removeTerminalCodes } from '../../../lib/notebook/styled-runs.ts';
import {
  formatTerminalText,
  parseTerminalText,
  toVisibleText,
  writeTerminalText,
} from '../../../lib/notebook/terminal-text.ts';
import { createRandom } from '../../helpers/random.ts';

const file = new URL('../../fixtures/terminal-screens.json', import.meta.url);
const SCREENS = z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(readFileSync(file, 'utf8')));

/** The words alone, with tabs as blanks and without blanks at the ends of lines. */
function toWords(text: string): string {
  const lines = removeTerminalCodes(text).split('\n');
  const expand = (line: string) => {
    let words = '';
    for (const character of line)
      words += character === '\t' ? ' '.repeat(8 - (words.length % 8)) : character;
    return words.replace(/ +$/, '');
  };
  return lines.map(expand).join('\n').replace(/\n+$/, '');
}

test('overwriting, erasing and moving leave what a terminal shows', () => {
  const wrong = SCREENS.filter(([text, screen]) => toWords(toVisibleText(text)) !== screen);
  expect(wrong).toEqual([]);
});

test('where a stream is split changes nothing', () => {
  const random = createRandom(5);
  for (const [text] of SCREENS) {
    let state = parseTerminalText('');
    for (let at = 0; at < text.length; ) {
      const length = 1 + random.int(6);
      state = writeTerminalText(state, text.slice(at, at + length));
      at += length;
    }
    expect(toVisibleText(formatTerminalText(state)), JSON.stringify(text)).toBe(toVisibleText(text));
  }
});

test.each([
  ['colors and a carriage return', '\u001b[31mloss 1.25\u001b[0m\rloss 7', 'loss 7\u001b[0;31m.25'],
  ['a line that is erased', 'downloading\r\u001b[Kdone\n', 'done\n'],
  ['two progress bars', 'a 1%\n\u001b[Aa 99%\r\nb', 'a 99%\nb'],
  ['a wide character that half of another overwrites', '日本語\r\u001b[C字', ' 字 語'],
  ['a wide character that narrow ones overwrite', '日本語\rab', 'ab本語'],
  ['a narrow character on the second half of a wide one', '日本\r\u001b[Cx', ' x本'],
  ['narrow characters that a wide one overwrites', 'abcd\r\u001b[C日', 'a日d'],
  ['colors that nothing overwrites', '\u001b[1;31mred\u001b[m\r\nplain', '\u001b[1;31mred\u001b[m\nplain'],
])('%s', (_, text, shown) => {
  expect(toVisibleText(formatTerminalText(parseTerminalText(text)))).toBe(shown);
});

test('lines that end with a carriage return and a newline take a moment', () => {
  const line = '\u001b[32mINFO\u001b[0m text';
  const count = 200_000;
  const before = process.cpuUsage();
  const shown = toVisibleText(`${line}\r\n`.repeat(count));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000);
  expect(shown).toBe(`${line}\n`.repeat(count));
});

test('what broken sequences leave is shown the same way again', () => {
  const PIECES = ['\u001b', '\u009b', '[', ']', '\r', '\b', '\n', 'a', '31', 'm', '2K', 'A', '\u0007'];
  const random = createRandom(7);
  const pick = () => PIECES[random.int(PIECES.length)];
  for (let round = 0; round < 4_000; round++) {
    const shown = toVisibleText(Array.from({ length: 12 }, pick).join(''));
    expect(toVisibleText(shown)).toBe(shown);
  }
});
