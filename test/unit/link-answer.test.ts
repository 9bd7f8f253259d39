import { expect, test } from 'vitest';
import type { Quantity } from '../../lib/quantities/finding/quantity.ts';
import { linkAnswer } from '../../lib/session/notebook/link-answer.ts';

const source = { cellId: 'c1', cell: 1, output: 0, printed: '1', label: '', how: 'exact' as const };

function link(markdown: string, ...parts: string[]): string {
  const quantities = parts.map((text): Quantity => {
    const start = markdown.indexOf(text);
    return { start, end: start + text.length, text, status: 'stated', sources: [source] };
  });
  return linkAnswer(markdown, quantities, (cellId) => `#cell-${cellId}`);
}

test.each([
  ['A mean of **4.2** g, 21 %.', ['4.2', '21 %'], 'A mean of **[4.2](#cell-c1)** g, [21 %](#cell-c1).'],
  ['| a | b |\n|---|---|\n| x | 7 |', ['7'], '| a | b |\n|---|---|\n| x | [7](#cell-c1) |'],
  ['See [page 12](https://a.example/12) and ![3](x) and [4][ref].', ['12', '3', '4'], null],
  ['None', [], null],
])('%s', (markdown, parts, linked) => {
  expect(link(markdown, ...parts)).toBe(linked ?? markdown);
});

test('what no output says is not linked', () => {
  const quantity: Quantity = { start: 3, end: 5, text: '12', status: 'unfounded', sources: [] };
  expect(linkAnswer('It 12', [quantity], () => '#')).toBe('It 12');
});
