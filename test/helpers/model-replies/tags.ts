/** Code between tags, native tool calls, and JSON in their place. */
import { CUT, EMPTY, F, fence, row, SHELL } from './reply-row.ts';

const P = 'print(1)';
const RUN = { run: [P] };
const execute = (code: string) => `<execute>\n${code}\n</execute>`;
const answer = (text: string) => [text, { answer: text }] as const;
const call = (args: string, name = 'execute_code', id = 'c1') => ({ id, name, arguments: args });
const calling = (...toolCalls: ReturnType<typeof call>[]) => ({ toolCalls, finishReason: 'tool-calls' });

export const TAGS = [
  row(20, 'execute', `Hi <execute>\n${P}\n</execute>`, RUN),
  row(20, 'execute within a line', 'Now <execute>print(1)</execute> and wait.', RUN),
  row(20, 'code', '<code>\na = 1\nprint(a)\n</code>', { run: ['a = 1\nprint(a)'] }),
  row(20, 'code, one line', `<code>\n${P}\n</code>`, RUN),
  row(20, 'execute_ipython', `<execute_ipython>\n${P}\n</execute_ipython>`, RUN),
  row(20, 'execute_bash', '<execute_bash>\nls\n</execute_bash>', { told: SHELL }),
  row(21, 'code on the tag line', '<execute> import os\nprint(1) </execute>', {
    run: ['import os\nprint(1)'],
  }),
  row(21, 'a block that begins on the tag line', '<execute> if 1:\n    print(1)\n</execute>', {
    run: ['if 1:\n    print(1)'],
  }),
  row(22, 'no closer', `<execute>\n${P}\n`, RUN),
  row(22, 'no closer, cut', { text: `<execute>\n${P}\n`, finishReason: 'length' }, { told: CUT }),
  ...['</execut', '</execute', '</exec', '</', '</code'].map((closer) =>
    row(23, `damaged closer ${closer}`, `<execute>\n${P}\n${closer}`, RUN),
  ),
  row(
    23,
    'HTML cut in a string is not a closer',
    { text: '<execute>\nhtml = "<b>x</b', finishReason: 'length' },
    { told: CUT },
  ),
  row(23, 'damaged closer, cut', { text: `<execute>\nx = 1</exe`, finishReason: 'length' }, { told: CUT }),
  row(24, 'capital tags', '<Thought>x</Thought><Execute>print(1)</Execute>', RUN),
  row(25, 'fence in tag', execute(fence(P)), RUN),
  row(25, 'unlabeled fence in tag', execute(fence(P, '')), RUN),
  row(26, 'tag in fence', fence(execute(P), ''), RUN),
  row(26, 'tag in fence as an example', `For example:\n${fence(execute(P), '')}`, { answer: 'any' }),
  row(26, 'tag in fence beside a block', `${fence(execute('a = 2'), '')}\n${fence(P)}`, RUN),
  row(27, 'several tags', `${execute('a = 1')}\n${execute('b = 2')}`, { run: ['a = 1', 'b = 2'] }),
  row(32, 'solution inside execute', '<execute>\nprint(1)\n<solution>1</solution>\n</execute>', RUN),
  row(32, 'solution after the code', `${execute(P)}\n<solution>1</solution>`, RUN),
  row(32, 'DONE after the code', `${fence(P)}\nDONE`, RUN),
  row(33, 'closer in a string', execute('print("</execute>")\nprint(2)'), {
    run: ['print("</execute>")\nprint(2)'],
  }),
  row(33, 'comparisons', execute('if a < b and c > d:\n    print(1)'), {
    run: ['if a < b and c > d:\n    print(1)'],
  }),
  row(33, 'DONE in the code', fence('# final answer\nprint("DONE")'), {
    run: ['# final answer\nprint("DONE")'],
  }),
  row(34, '[PYTHON]', `[PYTHON]\n${P}\n[/PYTHON]`, RUN),
  row(34, '[PYTHON] without closer', `[PYTHON]\n${P}\n`, RUN),
  row(37, 'JSON action', '{"code": "print(1)"}', RUN),
  row(37, 'JSON call', '{"name": "execute_code", "arguments": {"code": "a = 1\\nprint(a)"}}', {
    run: ['a = 1\nprint(a)'],
  }),
  row(37, 'JSON call, arguments as text', '{"name": "x", "arguments": "{\\"code\\": \\"print(1)\\"}"}', RUN),
  row(37, 'JSON call with a fence inside', JSON.stringify({ code: fence(P) }), RUN),
  row(
    37,
    'JSON call in a fence',
    fence('{"name": "execute_code", "arguments": {"code": "print(1)"}}', 'json'),
    RUN,
  ),
  row(
    37,
    'JSON call in the tag of Hermes',
    '<tool_call>\n{"name": "execute_code", "arguments": {"code": "print(1)"}}\n</tool_call>',
    RUN,
  ),
  row(37, 'JSON that is an answer', ...answer('{"mean": 18}')),
  row(38, 'a call', calling(call('{"code": "print(1)"}')), RUN),
  row(
    38,
    'several calls',
    calling(call('{"code": "a = 1"}'), call('{"code": "b = 2"}', 'execute_code', 'c2')),
    {
      run: ['a = 1', 'b = 2'],
    },
  ),
  row(38, 'a call with words', { text: 'Let me see.', ...calling(call('{"code": "print(1)"}')) }, RUN),
  row(38, 'newlines escaped twice', calling(call('{"code": "a = 1\\\\nprint(a)"}')), {
    run: ['a = 1\nprint(a)'],
  }),
  row(38, 'source without JSON', calling(call(P)), RUN),
  row(38, 'a fence in the arguments', calling(call(JSON.stringify({ code: fence(P) }))), RUN),
  row(38, 'another name, the same arguments', calling(call('{"code": "print(1)"}', 'python')), RUN),
  row(38, 'an unknown tool', calling(call('{"city": "Oslo"}', 'weather')), {
    told: /no tool named "weather"/,
  }),
  row(38, 'unreadable arguments', calling(call('{"code": ')), { told: /could not be read/ }),
  row(38, 'no code', calling(call('{"code": ""}')), { told: /could not be read/ }),
  row(
    38,
    'a call that was cut',
    { ...calling(call('{"code": "prin')), finishReason: 'length' },
    { told: CUT },
  ),
  row(
    38,
    'code in the words beside a call',
    { text: fence('a = 2'), ...calling(call('{"code": "print(1)"}')) },
    RUN,
  ),
  row(null, 'an empty tag', '<execute></execute>', { told: EMPTY }),
  row(null, 'a blank tag after words', 'Let me see.\n<execute>\n\n</execute>', { told: EMPTY }),
  row(null, 'inline HTML code', ...answer('The column <code>mass</code> counts.')),
  row(null, 'inline HTML code with a call', ...answer('The call <code>df.mean()</code> gives it.')),
  row(null, 'talk about the tag', ...answer('Use the <execute> tag for code.')),
  row(null, 'the tag in backticks', ...answer('Write `<execute>` and `</execute>` around code.')),
  row(null, 'the python tag of Llama', '<|python_tag|>print(1)<|eom_id|>', RUN),
  row(null, 'the label on the tag line', `<execute>python\n${P}\n</execute>`, RUN),
  row(null, 'a fence left open in a tag', `<execute>\n${F}python\n${P}\n</execute>`, RUN),
];
