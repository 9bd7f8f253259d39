import { expect, test } from 'vitest';
import { parseAction } from '../../lib/agent/parse-action.ts';

const F = '```';
const T = '~~~';

/** `run` lists the sources to execute, `answer` the final text, `malformed` part of what the model is told. */
type Wanted = { run: string[] } | { answer: string } | { malformed: RegExp };

function read(text: string, finishReason = 'stop') {
  const action = parseAction({ text, toolCalls: [], finishReason });
  if (action.type === 'answer') return { answer: action.text };
  if (action.type === 'malformed') return { malformed: action.message };
  return { run: action.segments.flatMap((segment) => (segment.type === 'code' ? [segment.source] : [])) };
}

const block = (code: string, label = 'python') => `${F}${label}\n${code}\n${F}`;

const SHAPES: [name: string, text: string, wanted: Wanted, finishReason?: string][] = [
  ['prose around a block', `Hi.\n${block('print(1)')}\nThen we see.`, { run: ['print(1)'] }],
  ['py', block('print(1)', 'py'), { run: ['print(1)'] }],
  ['no label, Python inside', block('import os\nprint(os.name)', ''), { run: ['import os\nprint(os.name)'] }],
  [
    'no label, output inside',
    `The result:\n${block('a  1\nb  2', '')}`,
    { answer: `The result:\n${block('a  1\nb  2', '')}` },
  ],
  [
    'no label beside a labelled block',
    `${block('print(1)')}\n${block('print(2)', '')}`,
    { run: ['print(1)'] },
  ],
  ['capitals', block('print(1)', 'PYTHON'), { run: ['print(1)'] }],
  ['python3', block('print(1)', 'python3'), { run: ['print(1)'] }],
  ['label with more words', block('print(1)', 'python title="x"'), { run: ['print(1)'] }],
  ['Quarto label', block('print(1)', '{python, echo=FALSE}'), { run: ['print(1)'] }],
  ['magics', block('%matplotlib inline\n!ls', 'ipython'), { run: ['%matplotlib inline\n!ls'] }],
  ['unlabelled magics', block('!pip list\nprint(1)', ''), { run: ['!pip list\nprint(1)'] }],
  ['shell beside Python', `${block('ls', 'bash')}\n${block('print(1)')}`, { run: ['print(1)'] }],
  ['shell alone', block('ls -la', 'bash'), { malformed: /Only Python blocks/ }],
  [
    'shown json and output',
    `${block('print(1)')}\n${block('{"a": 1}', 'json')}\n${block('1', 'output')}`,
    { run: ['print(1)'] },
  ],
  ['json in an answer', `So:\n${block('{"a": 1}', 'json')}`, { answer: `So:\n${block('{"a": 1}', 'json')}` }],
  ['tildes', `${T}python\nprint(1)\n${T}`, { run: ['print(1)'] }],
  ['tildes hold backticks', `${T}python\ns = """\n${F}\n"""\n${T}`, { run: [`s = """\n${F}\n"""`] }],
  ['four backticks outside', `${F}\`python\ns = """\n${F}\n"""\n${F}\``, { run: [`s = """\n${F}\n"""`] }],
  [
    'fence inside a string',
    block(`s = """\n${F}python\nx\n${F}\n"""\nprint(s)`),
    { run: [`s = """\n${F}python\nx\n${F}\n"""\nprint(s)`] },
  ],
  ['fence within a line', block(`x = "${F}"\nprint(x)`), { run: [`x = "${F}"\nprint(x)`] }],
  ['glued closer', `${F}python\nprint(1)${F}`, { run: ['print(1)'] }],
  ['close and open glued', `${F}python\na = 1\n${F}${F}python\nb = 2\n${F}`, { run: ['a = 1', 'b = 2'] }],
  ['never closed', `${F}python\nprint(1)`, { run: ['print(1)'] }],
  ['never closed, cut', `${F}python\nprint(1`, { malformed: /cut off by the length/ }, 'length'],
  ['answer cut', 'The answer is', { malformed: /cut off/ }, 'length'],
  ['only a closer', `import os\nprint(os.name)\n${F}`, { run: ['import os\nprint(os.name)'] }],
  ['only a closing tag', 'x = 1\nprint(x)\n</code>', { run: ['x = 1\nprint(x)'] }],
  ['mixed dialects', `${F}python\nprint(1)\n</code>`, { run: ['print(1)'] }],
  ['execute', 'Hi <execute>\nprint(1)\n</execute>', { run: ['print(1)'] }],
  [
    'execute, code on the tag line',
    '<execute> import os\nprint(1) </execute>',
    { run: ['import os\nprint(1)'] },
  ],
  ['execute without closer', '<execute>\nprint(1)\n', { run: ['print(1)'] }],
  ['execute without closer, cut', '<execute>\nprint(1)\n', { malformed: /cut off/ }, 'length'],
  ['damaged closer', '<execute>\nprint(1)\n</execut', { run: ['print(1)'] }],
  ['capital tags', '<Thought>x</Thought><Execute>print(1)</Execute>', { run: ['print(1)'] }],
  ['fence in tag', `<execute>\n${block('print(1)')}\n</execute>`, { run: ['print(1)'] }],
  ['tag in fence', block('<execute>\nprint(1)\n</execute>', ''), { run: ['print(1)'] }],
  [
    'tag in fence as an example',
    `For example:\n${block('<execute>\nprint(1)\n</execute>', '')}`,
    { answer: expect.anything() },
  ],
  ['several blocks', `${block('a = 1')}\nthen\n${block('b = 2')}`, { run: ['a = 1', 'b = 2'] }],
  [
    'invented observation',
    `<execute>\na = 1\n</execute>\nObservation: 3\n<execute>\nb = 2\n</execute>`,
    { run: ['a = 1'] },
  ],
  ['invented user turn', `${block('a = 1')}\nUser: more\n${block('b = 2')}`, { run: ['a = 1'] }],
  [
    'block in a closed thought',
    `<thought>${block('a = 1')}</thought>\n${block('b = 2')}`,
    { run: ['b = 2'] },
  ],
  ['tag in an unclosed thought', '<thought> I compute\n<execute>\na = 1\n</execute>', { run: ['a = 1'] }],
  ['think', `<think>\n${block('a = 1')}\n</think>\nThe answer is 5.`, { answer: 'The answer is 5.' }],
  ['stray closing think', `${block('a = 1')}\n</think>\n\nThe answer is 5.`, { answer: 'The answer is 5.' }],
  ['unclosed think', `<think>\n${block('a = 1')}`, { malformed: /neither code nor an answer/ }],
  [
    'solution inside execute',
    '<execute>\nprint(1)\n<solution>1</solution>\n</execute>',
    { run: ['print(1)'] },
  ],
  ['code and answer in one', `${block('print(1)')}\n<solution>1</solution>`, { run: ['print(1)'] }],
  ['solution alone', '<solution> 42 </solution>', { answer: '42' }],
  [
    'closer in a string',
    '<execute>\nprint("</execute>")\nprint(2)\n</execute>',
    { run: ['print("</execute>")\nprint(2)'] },
  ],
  ['[PYTHON]', '[PYTHON]\nprint(1)\n[/PYTHON]', { run: ['print(1)'] }],
  ['leaked tokens', `${block('print(1)')}<|im_end|>`, { run: ['print(1)'] }],
  ['leaked token after an answer', 'It is 5.</s>', { answer: 'It is 5.' }],
  ['tool_code', block('print(1)', 'tool_code'), { run: ['print(1)'] }],
  ['JSON action', '{"code": "print(1)"}', { run: ['print(1)'] }],
  [
    'JSON call',
    '{"name": "execute_code", "arguments": {"code": "a = 1\\nprint(a)"}}',
    { run: ['a = 1\nprint(a)'] },
  ],
  ['empty', ' \n ', { malformed: /neither code nor an answer/ }],
  ['prose only', 'The mean is **18**.', { answer: 'The mean is **18**.' }],
  ['bare code', 'import math\nprint(math.pi)', { run: ['import math\nprint(math.pi)'] }],
  ['bare equation is an answer', 'x = 5', { answer: 'x = 5' }],
  ['Windows newlines', `${F}python\r\nprint(1)\r\n${F}\r\n`, { run: ['print(1)'] }],
  [
    'indented fence',
    `1. Do\n   ${F}python\n   if 1:\n       print(1)\n   ${F}`,
    { run: ['if 1:\n    print(1)'] },
  ],
  ['fence in a quote', `> ${F}python\n> print(1)\n> ${F}`, { run: ['print(1)'] }],
  ['indented code', block('    a = 1\n    print(a)'), { run: ['a = 1\nprint(a)'] }],
  ['tabs', block('\ta = 1\n\tprint(a)'), { run: ['a = 1\nprint(a)'] }],
  ['doctest prompts', block('>>> a = 1\n>>> a\n1'), { run: ['>>> a = 1\n>>> a'] }],
  ['other scripts', `計算：😀\n${block('print("ä")')}`, { run: ['print("ä")'] }],
  ['byte order mark', block('\ufeffprint(1)\u200b'), { run: ['print(1)'] }],
  ['labels around', `Thought: go\nCode:\n${block('print(1)')}<end_code>`, { run: ['print(1)'] }],
  [
    'search and replace',
    block('<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE'),
    { answer: expect.anything() },
  ],
  [
    'LaTeX and tables',
    'So $x = \\frac{1}{2}$.\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    { answer: 'So $x = \\frac{1}{2}$.\n\n| a | b |\n|---|---|\n| 1 | 2 |' },
  ],
  ['endless loop', block('while True: pass'), { run: ['while True: pass'] }],
  [
    'inline HTML code',
    'The column <code>mass</code> counts.',
    { answer: 'The column <code>mass</code> counts.' },
  ],
  ['talk about the tag', 'Use the <execute> tag for code.', { answer: 'Use the <execute> tag for code.' }],
  ['block opened at the end of a sentence', `Now run: ${F}python\nprint(1)\n${F}`, { run: ['print(1)'] }],
];

test.each(SHAPES)('%s', (_name, text, wanted, finishReason) => {
  const got = read(text, finishReason);
  if ('malformed' in wanted) expect(got).toEqual({ malformed: expect.stringMatching(wanted.malformed) });
  else expect(got).toEqual(wanted);
});

test('prose stays in order around code', () => {
  const action = parseAction({
    text: `One\n${block('a')}\nTwo\n${block('b')}\nThree`,
    toolCalls: [],
    finishReason: 'stop',
  });
  expect(action).toEqual({
    type: 'code',
    segments: [
      { type: 'prose', text: 'One' },
      { type: 'code', source: 'a' },
      { type: 'prose', text: 'Two' },
      { type: 'code', source: 'b' },
      { type: 'prose', text: 'Three' },
    ],
  });
});

const call = (args: string, name = 'execute_code') => ({ id: 'c1', name, arguments: args });

test.each([
  ['code', call('{"code": "print(1)"}'), 'print(1)'],
  ['newlines escaped twice', call('{"code": "a = 1\\\\nprint(a)"}'), 'a = 1\nprint(a)'],
  ['source without JSON', call('print(1)'), 'print(1)'],
  ['another name, the same arguments', call('{"code": "print(1)"}', 'python'), 'print(1)'],
])('tool call: %s', (_name, toolCall, source) => {
  const action = parseAction({ text: 'Let me see.', toolCalls: [toolCall], finishReason: 'tool-calls' });
  expect(action).toEqual({
    type: 'code',
    segments: [
      { type: 'prose', text: 'Let me see.' },
      { type: 'code', source, toolCallId: 'c1' },
    ],
  });
});

test.each([
  ['unknown tool', call('{"city": "Oslo"}', 'weather'), /no tool named "weather"/],
  ['unreadable arguments', call('{"code": '), /could not be read/],
])('tool call: %s', (_name, toolCall, message) => {
  const action = parseAction({ text: '', toolCalls: [toolCall], finishReason: 'tool-calls' });
  expect(action).toEqual({ type: 'malformed', message: expect.stringMatching(message) });
});

test('an invented observation is named in a notice', () => {
  const text = `${block('a = 1')}\nObservation: 1\nSo it is 1.`;
  const action = parseAction({ text, toolCalls: [], finishReason: 'stop' });
  expect(action).toMatchObject({ notice: expect.stringContaining('made-up observation') });
});

test('any prefix of any shape is read without throwing', () => {
  for (const [, text] of SHAPES) {
    for (let length = 0; length <= text.length; length++)
      expect(() => read(text.slice(0, length))).not.toThrow();
  }
});

test.each([
  ' ',
  '\n',
  '`',
  '```\n',
  '<execute>',
  '>',
  '<think>',
  '- ',
  '(',
  '"""',
  '```python\n',
  '</execute>',
])('two hundred thousand characters of %j are read', (unit) => {
  expect(read(unit.repeat(200_000 / unit.length))).toBeDefined();
});

test('a model that runs away repeating its end token is read in a moment', () => {
  const startedAt = performance.now();
  const action = parseAction({
    text: `It is 5.${'</s>'.repeat(25_000)}`,
    toolCalls: [],
    finishReason: 'stop',
  });
  expect(action).toEqual({ type: 'answer', text: 'It is 5.' });
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
