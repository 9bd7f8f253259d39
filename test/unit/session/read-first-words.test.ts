import { expect, test } from 'vitest';
import { readFirstWords } from '../../../lib/session/view/titles/read-first-words.ts';

test.each([
  ['**12** of `user_id` are [missing](https://example.org).\n\nMore.', '12 of user_id are missing.'],
  ['## Result\n\n| a | b |\n| - | - |\n\nIt rose.', 'It rose.'],
  ['```python\nx = 1\n```\n- _Two_ of snake_case_name', 'Two of snake_case_name'],
  ['# Only a *heading*', 'Only a heading'],
  ['| a |\n| - |', ''],
  ['', ''],
  [`${'long '.repeat(100)}`, `${'long '.repeat(32).slice(0, 159)}…`],
])('the first words of %j', (markdown, words) => {
  expect(readFirstWords(markdown)).toBe(words);
});
