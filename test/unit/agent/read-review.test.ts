import { expect, test } from 'vitest';
import { readReview } from '../../../lib/agent/review/read-review.ts';
import { PYTHON } from '../../../lib/execution/languages/python.ts';

const BLOCK = '```python\ntotal = sum(parts)\n```';
const ASK = 'VERDICT: CHECK\n"42 kg" = total';

test.each([
  ['VERDICT: APPROVE', 'approved', ''],
  ['**Verdict: approve.** All is in the outputs.', 'approved', 'All is in the outputs.'],
  ['<think>VERDICT: CHECK</think>VERDICT: APPROVE', 'approved', ''],
  ['VERDICT: RETURN\nThe output says 42.', 'returned', 'The output says 42.'],
  // Without reasons there is nothing to put right.
  ['VERDICT: RETURN', 'approved', ''],
  [
    'Before my verdict, check this: it is right. VERDICT: APPROVE',
    'approved',
    'Before my verdict, check this: it is right.',
  ],
  ['Nice work!', 'failed', 'The reviewer gave no verdict.'],
  [BLOCK, 'failed', 'The reviewer gave no verdict.'],
])('the verdict of %j is %s', (reply, verdict, text) => {
  expect(readReview(reply, PYTHON)).toEqual({ type: 'verdict', verdict, text });
});

const REQUEST = { source: 'total = sum(parts)', figures: [{ text: '42 kg', expression: 'total' }] };

test.each([
  ['as asked for', `${ASK}\n${BLOCK}`],
  ['in bold, with items', `**VERDICT: CHECK**\n\n- "42 kg" = \`total\`\n\n${BLOCK}`],
  ['with the curly quotes of prose', `VERDICT: CHECK\n“42 kg” = total\n${BLOCK}`],
  ['with words around it', `I add up the parts.\n\n${ASK}\n\nThe code:\n\n${BLOCK}\nThis adds up the parts.`],
  ['with the figures after the code', `VERDICT: CHECK\n${BLOCK}\n"42 kg" = total`],
  ['after a thought', `<think>VERDICT: APPROVE?</think>\n${ASK}\n${BLOCK}`],
  // What is invented after the code is not read, and nothing of it is run.
  ['with an invented output', `${ASK}\n${BLOCK}\nOutput:\n42.0\n\nVERDICT: APPROVE`],
  ['with an invented figure', `${ASK}\n${BLOCK}\nResult:\n"43 kg" = 43 * unit`],
  [
    'with an invented output within the block',
    `${ASK}\n\`\`\`python\ntotal = sum(parts)\nOutput: 42\n\`\`\``,
  ],
  ['with a verdict that comes too early', `${ASK}\n${BLOCK}\nVERDICT: RETURN\nIt is 43.`],
])('a check is asked for %s', (_, reply) => {
  expect(readReview(reply, PYTHON)).toEqual({ type: 'check', request: REQUEST });
});

test.each([
  ['two blocks', `${ASK}\n${BLOCK}\n${BLOCK}`, 'it has 2 code blocks'],
  ['no block', ASK, 'it has no code blocks'],
  ['a block that is cut off', `${ASK}\n\`\`\`python\ntotal = sum(`, 'its code block does not end'],
  ['another language', `${ASK}\n\`\`\`sql\nSELECT 42\n\`\`\``, 'its code block is not Python'],
  ['words for code', `${ASK}\n\`\`\`python\nadd up all parts\n\`\`\``, 'its code is not valid Python'],
  ['an empty block', `${ASK}\n\`\`\`python\n\`\`\``, 'its code is not valid Python'],
  ['no figure', `VERDICT: CHECK\n${BLOCK}`, 'it names no figure'],
  [
    'figures in the code',
    `VERDICT: CHECK\n\`\`\`python\n# "42 kg" = total\ntotal = 1 + x\n\`\`\``,
    'it names no figure',
  ],
  ['a figure twice', `${ASK}\n"42 kg" = total / 2\n${BLOCK}`, 'it names a figure twice'],
  ['a number for an expression', `VERDICT: CHECK\n"42 kg" = 42\n${BLOCK}`, '“42” computes nothing'],
  ['a text for an expression', `VERDICT: CHECK\n"42 kg" = "42"\n${BLOCK}`, '“"42"” computes nothing'],
  [
    'words for an expression',
    `VERDICT: CHECK\n"42 kg" = the total\n${BLOCK}`,
    'an expression is not valid Python',
  ],
  ['an escape in a figure', `VERDICT: CHECK\n"42\\n" = total\n${BLOCK}`, 'a figure is not plain text'],
  [
    'more figures than can be read',
    `VERDICT: CHECK\n${Array.from({ length: 9 }, (_, at) => `"${at} kg" = total`).join('\n')}\n${BLOCK}`,
    'it names more than 8 figures',
  ],
])('a request with %s cannot be used', (_, reply, problem) => {
  const text = `The reviewer asked for a check that cannot be used: ${problem}.`;
  expect(readReview(reply, PYTHON)).toEqual({ type: 'verdict', verdict: 'failed', text });
});

test('a check is not read where none can be run', () => {
  expect(readReview(`${ASK}\n${BLOCK}`, null)).toMatchObject({ verdict: 'failed' });
});
