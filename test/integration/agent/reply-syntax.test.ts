/** What is code is decided by the kernel that would run it: our grammar does not know all of Python. */
import { expect, test } from 'vitest';
import { parseReply } from '../../../lib/agent/loop/read-action.ts';
import { PYTHON } from '../../../lib/execution/languages/python.ts';
import { shareKernel } from '../../helpers/agent/shared-kernel.ts';
import { F } from '../../helpers/model-replies/reply-row.ts';

const shared = shareKernel();

const read = (text: string) =>
  parseReply({ text, toolCalls: [], finishReason: 'stop' }, PYTHON, shared.kernel);

test.each([
  'np.array([1., 2.])',
  'with (open("a") as f, open("b") as g):\n    print(f)',
  'for x in *a, b:\n    print(x)',
])('code that only the kernel knows is run, and does not end the run: %s', async (source) => {
  for (const text of [source, `${F}\n${source}\n${F}`, `${source}\n</execute>`]) {
    expect(await read(text)).toEqual({ type: 'code', segments: [{ type: 'code', source }] });
  }
});

test('the closer of a block is the one that leaves code', async () => {
  const source = `a = [1., 2.]\ns = """\n${F}\n"""\nprint(a, s)`;
  expect(await read(`${F}python\n${source}\n${F}`)).toEqual({
    type: 'code',
    segments: [{ type: 'code', source }],
  });
});

test('words and values are answers, whatever the kernel makes of them', async () => {
  for (const text of ['The mean is 41.', 'Yes', '41', 'Why?', '[1., 2.]', 'print is a function'])
    expect(await read(text)).toEqual({ type: 'answer', text });
});

test('a kernel that is gone leaves the decision to our grammar', async () => {
  const gone = { ...shared.kernel, evaluate: () => Promise.reject(new Error('gone')) };
  const reply = { text: 'import math\nprint(math.pi)', toolCalls: [], finishReason: 'stop' } as const;
  expect(await parseReply(reply, PYTHON, gone)).toMatchObject({ type: 'code' });
});
