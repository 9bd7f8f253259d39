import { expect, test } from 'vitest';
import type { Outcome } from '../../../lib/protocol/runs/run.ts';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';
import { linkAnswer } from '../../../lib/session/notebook/link-answer.ts';
import { listAnswerSources } from '../../../lib/session/view/answers/list-answer-sources.ts';
import { endRun, foldAll, insertOfRun, startRun } from '../../helpers/session-events.ts';

const source = { cellId: 'c1', cell: 1, output: 0, printed: '1', label: '', how: 'exact' as const };

function link(markdown: string, ...parts: string[]): string {
  const quantities = parts.map((text): Quantity => {
    const start = markdown.indexOf(text);
    return { kind: 'number', start, end: start + text.length, text, status: 'stated', sources: [source] };
  });
  return linkAnswer(markdown, quantities, (cellId) => `#cell-${cellId}`);
}

test.each([
  ['A mean of **4.2** g, 21 %.', ['4.2', '21 %'], 'A mean of **[4.2](#cell-c1)** g, [21 %](#cell-c1).'],
  ['| a | b |\n|---|---|\n| x | 7 |', ['7'], '| a | b |\n|---|---|\n| x | [7](#cell-c1) |'],
  ['See [page 12](https://a.example/12) and ![3](x) and [4][ref].', ['12', '3', '4'], null],
  ['With $r = 0.59$ and $$\nx = 7\n$$ and \\(y = 8\\)', ['0.59', '7', '8'], null],
  ['It costs \\$5 and `6`, !7', ['$5', '6', '7'], 'It costs [\\$5](#cell-c1) and `6`, !7'],
  [
    '[2023 report], 12\n\n[2023 report]: https://a.example/34',
    ['2023', '12', '34'],
    '[2023 report], [12](#cell-c1)\n\n[2023 report]: https://a.example/34',
  ],
  ['From $5 to $10', ['$5', '$10'], 'From [$5](#cell-c1) to [$10](#cell-c1)'],
  ['None', [], null],
])('%s', (markdown, parts, linked) => {
  expect(link(markdown, ...parts)).toBe(linked ?? markdown);
});

test('what no output says is not linked', () => {
  const place = { kind: 'number' as const, start: 3, end: 5 };
  const quantity: Quantity = { ...place, text: '12', status: 'unfounded', sources: [] };
  expect(linkAnswer('It 12', [quantity], () => '#')).toBe('It 12');
});

test('only what answers a question is looked up: a refusal has numbers of its own', () => {
  const answer = insertOfRun({ runId: 'r', step: 1 }, 'a', '144 rows.', 'answer');
  const run = (outcome: Outcome) => foldAll([startRun('r'), answer, endRun('r', outcome)]);
  expect(listAnswerSources(run({ status: 'answered' }))).toHaveLength(1);
  expect(listAnswerSources(run({ status: 'stopped', reason: 'no-answer', message: 'No.' }))).toEqual([]);
});
