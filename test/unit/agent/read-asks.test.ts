import { expect, test } from 'vitest';
import type { ModelReply } from '../../../lib/agent/reply/action.ts';
import { readAsks } from '../../../lib/agent/reply/read-asks.ts';

const read = (text: string, toolCalls: ModelReply['toolCalls'] = []) =>
  readAsks({ text, toolCalls, finishReason: 'stop' }, (words) => words.includes('```python'));

test.each([
  ['after the label', '```ask_agent returns=a, b_2\nDo it.\n```'],
  ['in quotes', '```ask_agent returns="a,b_2"\nDo it.\n```'],
  ['in brackets', '~~~ask_agent returns=[a, b_2]\nDo it.\n~~~'],
  ['on the last line', '```ask_agent\nDo it.\nReturns: `a`, `b_2`\n```'],
])('names that come back, %s', (_, block) => {
  expect(read(`Two parts.\n\n${block}\n`)).toEqual({
    type: 'ask',
    words: 'Two parts.',
    parts: [{ task: 'Do it.', returns: ['a', 'b_2'] }],
  });
});

test('a part without names returns none, and code inside a longer fence is text of the task', () => {
  const task = 'Run this:\n```python\nx = 1\n```';
  expect(read(`\`\`\`\`ask_agent\n${task}\n\`\`\`\``)).toMatchObject({ parts: [{ task, returns: [] }] });
  expect(read('<think>```ask_agent\nNo.\n```</think>The answer is 3.')).toBeNull();
});

test.each([
  ['code beside it', '```python\nx = 1\n```\n```ask_agent\nDo it.\n```', 'either runs code or asks'],
  ['too many', '```ask_agent\nA\n```\n'.repeat(4), 'At most 3 agents'],
  [
    'a name that two bring back',
    '```ask_agent returns=a,a\nA\n```\n```ask_agent returns=a\nB\n```',
    'would bring back a',
  ],
  ['a name that is none', '```ask_agent returns=1a\nDo it.\n```', 'could not be read'],
])('%s is refused', (_, text, message) => {
  expect(read(text)).toMatchObject({ type: 'malformed', message: expect.stringContaining(message) });
});

test('native calls are parts, and other calls beside them are refused', () => {
  const ask = { id: 'c1', name: 'ask_agent', arguments: '{"task": "Do it.", "returns": ["a"]}' };
  const run = { id: 'c2', name: 'execute_code', arguments: '{"code": "1"}' };
  expect(read('Words.', [ask])).toEqual({
    type: 'ask',
    words: 'Words.',
    parts: [{ task: 'Do it.', returns: ['a'], toolCallId: 'c1' }],
  });
  expect(read('', [ask, run])).toMatchObject({ type: 'malformed' });
  expect(read('', [{ ...ask, arguments: '{}' }])).toMatchObject({ type: 'malformed' });
  expect(read('', [run])).toBeNull();
});
