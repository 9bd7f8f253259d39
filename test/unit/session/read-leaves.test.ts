import { expect, test } from 'vitest';
import { linkQuantities } from '../../../lib/quantities/link-quantities.ts';
import { readLeaves } from '../../../lib/session/view/answers/read-leaves.ts';

const toBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

test('values stand after the names that lead to them, and keep their places', () => {
  const block = toBlock({ north: { mean: 71.83, tags: ['a, 12.5 b', ''] }, q3: [], total: 4711 });
  const leaves = readLeaves(block);
  expect(leaves?.text.trim().split('\n')).toEqual([
    '- north mean: 71.83',
    '- north tags: "a, 12.5 b"',
    '- north tags: ""',
    '- q3: []',
    '- total: 4711',
  ]);
  const places = linkQuantities(leaves?.text ?? '', [], '').flatMap((found) => leaves?.toPlace(found) ?? []);
  expect(places.map((found) => block.slice(found.start, found.end))).toEqual(['71.83', '12.5', '4711']);
});

test.each(['The mean is 5.', '```python\nprint(5)\n```', `Here it is:\n\n${toBlock({ mean: 5 })}`])(
  'other answers have none: %j',
  (markdown) => expect(readLeaves(markdown)).toBeNull(),
);
