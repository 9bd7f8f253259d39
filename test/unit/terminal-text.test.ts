/** Streams as a terminal shows them: 400 made of random pieces, with the screens that pyte 0.8 (200 columns) draws of them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { removeTerminalCodes } from '../../lib/notebook/styled-runs.ts';
import {
  formatTerminalText,
  parseTerminalText,
  toVisibleText,
  writeTerminalText,
} from '../../lib/notebook/terminal-text.ts';
import { createRandom } from '../helpers/random.ts';

const file = new URL('../fixtures/terminal-screens.json', import.meta.url);
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
  ['colors that nothing overwrites', '\u001b[1;31mred\u001b[m\r\nplain', '\u001b[1;31mred\u001b[m\nplain'],
])('%s', (_, text, shown) => {
  expect(toVisibleText(formatTerminalText(parseTerminalText(text)))).toBe(shown);
});
