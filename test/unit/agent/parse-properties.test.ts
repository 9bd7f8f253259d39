/** What holds for every reply, of the known shapes and of thousands put together from their pieces. */
import { expect, test } from 'vitest';
import { cleanReply } from '../../../lib/agent/reply/clean-reply.ts';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import type { Block } from '../../../lib/agent/reply/scan-blocks.ts';
import { splitReply } from '../../../lib/agent/reply/split-reply.ts';
import { toSource } from '../../../lib/agent/reply/to-source.ts';
import { PYTHON } from '../../../lib/execution/languages/python.ts';
import { REPLIES } from '../../helpers/model-replies/all-replies.ts';
import { createRandom } from '../../helpers/random.ts';

const PIECES = [
  ...[
    '```python\n',
    '```py\n',
    '```\n',
    '````python\n',
    '~~~python\n',
    '```bash\n',
    '```json\n',
    '```output\n',
  ],
  ...[
    '```',
    '\n```\n',
    '~~~\n',
    '````\n',
    '``````python\n',
    '> ```python\n> ',
    '   ```python\n   ',
    '```python x ```',
  ],
  ...[
    '<execute>',
    '<execute>\n',
    '</execute>',
    '</execute>\n',
    '<code>\n',
    '</code>\n',
    '</exe',
    '[PYTHON]\n',
    '[/PYTHON]',
  ],
  ...['<think>', '</think>\n', '<thought>', '</thought>', '<solution>', '</solution>', '<|im_end|>', '</s>'],
  ...[
    'a = 1\n',
    'print(a)\n',
    'if a:\n    b = 2\n',
    's = """\n',
    '"""\n',
    "x = '```'\n",
    '# done\n',
    '%time f()\n',
    '!ls\n',
  ],
  ...[
    'Let me see. ',
    'It is 5.\n',
    'Observation: 3\n',
    'Output:\n',
    'User: go on\n',
    '- one\n',
    '| a | b |\n',
    '`x`',
    '>>> a\n',
  ],
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '  ',
    '\t',
    '\u200b',
    '\ufeff',
    '😀',
    '計算',
    'é',
    '"',
    "'",
    '{',
    '}',
    '{"code": "f()"}',
    '$x$',
  ],
];

const random = createRandom(54);
const MADE = Array.from({ length: 3000 }, () =>
  Array.from({ length: 1 + random.int(14) }, () => random.pick(PIECES)).join(''),
);
const KNOWN = REPLIES.filter(({ reply }) => reply.toolCalls.length === 0).map(({ reply }) => reply.text);
const TEXTS = [...KNOWN, ...MADE];

/** Replies as they should be: words and blocks that are closed. */
const PARTS = [
  ...[
    'Let me see.',
    '1. First',
    '> quoted',
    '| a | b |',
    'So $x$ is `y`.',
    '計算：😀',
    '<thought>Good.</thought>',
  ],
  ...[
    '```python\na = 1\n```',
    '~~~py\nf()\n~~~',
    '````python\ns = """\n```\n"""\n````',
    '   ```python\n   f()\n   ```',
  ],
  ...[
    '<execute>\nf()\n</execute>',
    '<execute>f()</execute>',
    '```\nimport os\n```',
    '```json\n{}\n```',
    '```bash\nls\n```',
  ],
];
const WELL_FORMED = Array.from({ length: 1000 }, () =>
  Array.from({ length: 1 + random.int(6) }, () => random.pick(PARTS)).join(
    random.pick(['\n', '\n\n', '\r\n']),
  ),
);

const parse = (text: string, finishReason = 'stop') => parseAction({ text, toolCalls: [], finishReason });

function sourcesOf(text: string, finishReason?: string): string[] {
  const action = parse(text, finishReason);
  if (action.type !== 'code') return [];
  return action.segments.flatMap((segment) => (segment.type === 'code' ? [segment.source] : []));
}

const isCall = (text: string) => /code\\*"|tool_call|python_tag/.test(text);

test('every text is read as an action', () => {
  const reasons = ['stop', 'length', 'unknown', 'content-filter'];
  const types = TEXTS.flatMap((text) => reasons.map((reason) => parse(text, reason).type));
  expect([...new Set(types)].sort()).toEqual(['answer', 'code', 'malformed']);
});

test('every prefix of every known shape is read as an action', () => {
  for (const text of KNOWN) {
    for (let length = 0; length <= text.length; length++) parse(text.slice(0, length));
  }
});

test('what runs is never empty, and every line of it stands in the reply, in this order', () => {
  for (const text of TEXTS.filter((each) => !isCall(each))) {
    for (const source of sourcesOf(text)) {
      expect(source.trim()).not.toBe('');
      let from = 0;
      for (const line of source.split('\n')) {
        const at = text.indexOf(line.trim(), from);
        if (at < 0) expect.fail(`${JSON.stringify(line)} of ${JSON.stringify(text)}`);
        from = at + line.trim().length;
      }
    }
  }
});

test('nothing after an invented observation runs', () => {
  const invented = '\nObservation: 3\n```python\nnever_run()\n```\n<execute>never_run()</execute>';
  for (const text of [...WELL_FORMED, ...KNOWN.filter((each) => !isCall(each))]) {
    const before = sourcesOf(text);
    // Where words below would be part of the code, so would an observation be.
    const isClosed = sourcesOf(`${text}\nThat is all.`).join() === before.join();
    if (before.length === 0 || !isClosed) continue;
    expect(sourcesOf(text + invented), JSON.stringify(text)).toEqual(before);
  }
});

function blocksOf(text: string): Block[] {
  const { pieces } = splitReply(cleanReply(text), PYTHON);
  return pieces.flatMap(({ block }) => block ?? []);
}

test('code in which the reply was cut off never runs', () => {
  for (const text of TEXTS.filter((each) => !isCall(each))) {
    const cut = text.slice(0, random.int(text.length + 1));
    for (const source of sourcesOf(cut, 'length')) {
      const blocks = blocksOf(cut).filter((block) => toSource(block, PYTHON) === source);
      expect(
        blocks.some(({ closed }) => closed),
        JSON.stringify(cut),
      ).toBe(true);
    }
  }
});

test('a reply cut off anywhere runs at most blocks of the whole reply', () => {
  for (const text of KNOWN.filter((each) => !isCall(each) && !/think|thought/i.test(each))) {
    const whole = [...sourcesOf(text), ...blocksOf(text).map((block) => toSource(block, PYTHON))];
    for (let length = 0; length < text.length; length++) {
      const cut = text.slice(0, length);
      for (const source of sourcesOf(cut, 'length')) expect(whole, JSON.stringify(cut)).toContain(source);
    }
  }
});

const SLOW = [
  ...[' ', '\n', '`', '>', '(', '{', '"""', '- ', 'a ', '\t'],
  ...['```\n', '```python\n', '``` ', '~~~\n', '> ```\n', '```python x ', '```\n```\n', '```a\n```\n'],
  ...[
    '<execute>',
    'a <execute> b\n',
    '</execute>',
    '<execute>x</execute> ',
    '<code>a</code> ',
    'a <code>\n',
    '<execute>\n',
  ],
  ...[
    '<think>',
    '<think>a</think>\n',
    '</think>\n',
    '<thought>',
    '<thought>a</thought>',
    '<|channel|>analysis',
    '<tool_call>',
  ],
  ...[
    'User: a\n',
    'Observation: a\n',
    'Output:\n',
    '```python\nx\nObservation: a\n```\n',
    '"""\n```\n',
    '</s>',
    '`a` ',
  ],
  ...[
    'x = 1\n',
    'print(1)\n',
    '>>> a\n',
    'In [1]: a\n',
    '%a\n',
    '<<<<<<< \n',
    '\\n',
    'for example ',
    'Yes, it is. ',
    'constructor',
    '計算😀',
  ],
];

test.each(SLOW)('forty thousand characters of %j are read in a moment', (unit) => {
  const long = unit.repeat(40_000 / unit.length);
  for (const text of [
    long,
    `a${long}b`,
    `\`\`\`python\n${long}`,
    `\`\`\`\n${long}\n\`\`\``,
    `<execute>\n${long}`,
    `<think>\n${long}`,
    `\`\`\`values\n${long}\n\`\`\``,
    `I compute.\n<call=run>${long}`,
  ]) {
    const before = process.cpuUsage();
    parse(text);
    // Of the processor's time, which other work on the machine lengthens little. What grows with the square takes many seconds.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_500);
  }
});
