/** Where the numbers of an answer are marked, and what is said of them. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlainMarkdown } from '../../../../components/render/markdown/plain-markdown.tsx';
import { QuantityContext } from '../../../../components/render/markdown/quantity-context.ts';
import { describeQuantity } from '../../../../components/render/markdown/quantity-texts.ts';
import type { Quantity, QuantitySource } from '../../../../lib/quantities/finding/quantity.ts';
import { prepareMath } from '../../../../lib/util/prepare-math.ts';

const source = (more: Partial<QuantitySource> = {}): QuantitySource => ({
  cellId: 'c1',
  cell: 1,
  output: 0,
  printed: '0.2115',
  label: '',
  how: 'exact',
  ...more,
});

function find(text: string, part: string, more: Partial<Quantity> = {}): Quantity {
  const start = text.indexOf(part);
  const place = { kind: 'number' as const, start, end: start + part.length };
  return { ...place, text: part, status: 'stated', sources: [source()], ...more };
}

/** The parts that are marked, in order, with their status. */
function draw(markdown: string, parts: Record<string, Partial<Quantity>>): string[][] {
  const text = prepareMath(markdown);
  const found = Object.entries(parts).map(([part, more]) => find(text, part, more));
  const quantities = found.toSorted((left, right) => left.start - right.start);
  const links = { quantities, nameCell: () => 'In [1]', follow: () => {} };
  const children = createElement(PlainMarkdown, { text, spans: quantities });
  const html = renderToStaticMarkup(createElement(QuantityContext, { value: links, children }));
  return [...html.matchAll(/data-status="(\w+)"[^>]*>([^<]*)/g)].map(([, status = '', word = '']) => [
    status,
    word,
  ]);
}

test.each([
  ['in prose and bold', 'A mean of 4.2 and **21 %**.', ['4.2', '21 %']],
  ['in a table and a list', '| a |\n|---|\n| 4.2 |\n\n- of 7 rows', ['4.2', '7 rows']],
  ['after escapes and on an indented line', 'It costs \\$5, and\n   then 6\\*, 70.', ['\\$5', '6', '70']],
])('numbers are marked %s', (_, markdown, parts) => {
  const drawn = draw(markdown, Object.fromEntries(parts.map((part) => [part, {}])));
  expect(drawn).toEqual(parts.map((part) => ['stated', part.replace('\\', '')]));
});

test('nothing is marked in links and code, or where the asker said it', () => {
  expect(draw('[see 4.2](https://a.example) and `4.3`', { '4.2': {}, '4.3': {} })).toEqual([]);
  expect(draw('The top 5', { '5': { status: 'given', sources: [] } })).toEqual([]);
  expect(draw('It is 12', { '12': { status: 'unfounded', sources: [] } })).toEqual([['unfounded', '12']]);
  expect(draw('It is 12', { '12': { status: 'unclear', sources: [] } })).toEqual([['unclear', '12']]);
});

test.each<[string, Partial<Quantity>]>([
  ['Not found in the outputs (errors and warnings aside)', { status: 'unfounded', sources: [] }],
  [
    'Not found in the outputs (errors and warnings aside). Compare In [1]: 0.2115 (share)',
    { status: 'unfounded', sources: [], instead: source({ label: 'share' }) },
  ],
  ['No certain source in the outputs', { status: 'unclear', sources: [] }],
  ['In [1]: 0.2115 (share)', { sources: [source({ label: 'share' })] }],
  [
    'In [1]: rounded from 0.2115; In [2]: 0.2',
    { sources: [source({ how: 'rounded' }), source({ cellId: 'c2', printed: '0.2' })] },
  ],
  [
    'Difference of 9 and 4 in In [1]',
    { status: 'derived', sources: ['9', '4'].map((printed) => source({ printed, how: 'difference' })) },
  ],
  [
    'Ratio of 9 and 4 in In [1] and In [2]',
    {
      status: 'derived',
      sources: [source({ printed: '9', how: 'ratio' }), source({ printed: '4', how: 'ratio', cellId: 'c2' })],
    },
  ],
])('%s', (text, quantity) => {
  const names: Record<string, string> = { c1: 'In [1]', c2: 'In [2]' };
  expect(describeQuantity({ ...find('4', '4'), ...quantity }, (cellId) => names[cellId] ?? null)).toBe(text);
});
