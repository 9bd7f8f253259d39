/** Reasoning, invented turns, answers, and everything around code. */
import { CUT, EMPTY, F, fence, row } from './reply-row.ts';

const P = 'print(1)';
const RUN = { run: [P] };
const INVENTED = { run: ['a = 1'], notice: /made-up observation/ };
const execute = (code: string) => `<execute>\n${code}\n</execute>`;
const answer = (text: string) => [text, { answer: text }] as const;
const A = fence('a = 1');
const B = fence('b = 2');

export const WORDS = [
  row(28, 'invented observation', `${execute('a = 1')}\nObservation: 3\n${execute('b = 2')}`, INVENTED),
  row(28, 'invented observation in bold', `${A}\n**Observation:**\n3\n${B}`, INVENTED),
  row(28, 'invented observation as a heading', `${A}\n### Observation:\n${fence('3', '')}\n${B}`, INVENTED),
  row(28, 'invented output', `${A}\n\nOutput:\n${fence('3', '')}\n\n${B}`, INVENTED),
  row(28, 'invented output fence', `${A}\n${fence('3', 'output')}\nSo:\n${B}`, INVENTED),
  row(28, 'invented observation in an open block', `${F}python\na = 1\nObservation: 3\n${B}`, INVENTED),
  row(28, 'the word in a string', fence('s = """\nObservation: 3\n"""'), {
    run: ['s = """\nObservation: 3\n"""'],
  }),
  row(28, 'the word in prose before code', `My first observation: it is empty.\n${A}`, { run: ['a = 1'] }),
  row(28, 'the word in an answer', ...answer('Observation: prices rise.')),
  row(29, 'invented user turn', `${A}\nUser: more\n${B}`, INVENTED),
  row(29, 'invented human turn', `${A}\nHuman: more\n${B}`, INVENTED),
  row(29, 'invented instruction', `${A}\n[INST] more [/INST]\n${B}`, INVENTED),
  row(29, 'invented turn of a chat template', `${A}\n<|im_start|>user\nmore<|im_end|>\n${B}`, INVENTED),
  row(29, 'invented turn before any code', `I wait.\nUser: here\n${A}`, { answer: 'I wait.' }),
  row(30, 'block in a closed thought', `<thought>${A}</thought>\n${B}`, { run: ['b = 2'] }),
  row(30, 'tag in a closed thought', `<thought>${execute('a = 1')}</thought>\n${B}`, { run: ['b = 2'] }),
  row(30, 'tag in an unclosed thought', `<thought> I compute\n${execute('a = 1')}`, { run: ['a = 1'] }),
  row(30, 'fence in an unclosed thought', `<thought> I would write\n${A}`, { answer: 'any' }),
  row(31, 'think, then the answer', `<think>\n${A}\n</think>\nThe answer is 5.`, {
    answer: 'The answer is 5.',
  }),
  row(31, 'think, then code', `<think>\n${A}\n</think>\n${B}`, { run: ['b = 2'] }),
  row(31, 'thinking, in capitals', `<THINKING>${A}</THINKING>\n${B}`, { run: ['b = 2'] }),
  row(31, 'stray closing think', `${A}\n</think>\n\nThe answer is 5.`, { answer: 'The answer is 5.' }),
  row(31, 'unclosed think', `<think>\n${A}`, { told: EMPTY }),
  row(31, 'several thinks', `<think>a</think>\n${A}\n<think>${B}</think>`, { run: ['a = 1'] }),
  row(31, 'think within a line', `I see.<think>${A}</think>\n${B}`, { run: ['b = 2'] }),
  row(
    31,
    'the channels of harmony',
    `<|channel|>analysis<|message|>${A}<|end|><|start|>assistant<|channel|>final<|message|>It is 5.`,
    { answer: 'It is 5.' },
  ),
  row(31, 'the word in a string', fence('print("<think>")\nprint(2)'), {
    run: ['print("<think>")\nprint(2)'],
  }),
  row(32, 'solution alone', '<solution> 42 </solution>', { answer: '42' }),
  row(32, 'final_answer alone', '<final_answer>42</final_answer>', { answer: '42' }),
  row(35, 'leaked token', `${fence(P)}<|im_end|>`, RUN),
  row(35, 'leaked tokens', `${fence(P)}\n</s><|EOT|>\n<|endoftext|>`, RUN),
  row(35, 'leaked token after an answer', 'It is 5.</s>', { answer: 'It is 5.' }),
  row(35, 'leaked token of DeepSeek', 'It is 5.<｜end▁of▁sentence｜>', { answer: 'It is 5.' }),
  row(35, 'leaked token in an open block', `${F}python\n${P}\n<|im_end|>`, RUN),
  row(40, 'nothing', '', { told: EMPTY }),
  row(40, 'blanks', ' \n\t\n ', { told: EMPTY }),
  row(40, 'what cannot be seen', '\ufeff\u200b\u200b', { told: EMPTY }),
  row(40, 'an end token alone', '<|im_end|>', { told: EMPTY }),
  row(40, 'nothing, cut', { text: '', finishReason: 'length' }, { told: CUT }),
  row(41, 'prose only', ...answer('The mean is **18**.')),
  row(41, 'prose, cut', { text: 'The answer is', finishReason: 'length' }, { told: CUT }),
  row(41, 'a question to the person', ...answer('Which column do you mean?')),
  row(42, 'bare code', 'import math\nprint(math.pi)', { run: ['import math\nprint(math.pi)'] }),
  row(42, 'bare code with a call', 'df = load()\ndf.head()', { run: ['df = load()\ndf.head()'] }),
  row(42, 'bare equation', ...answer('x = 5')),
  row(42, 'a word that is a name', ...answer('Yes')),
  row(42, 'bare code below prose', ...answer('I import math.\nimport math')),
  row(43, 'Windows newlines', `${F}python\r\nprint(1)\r\n${F}\r\n`, RUN),
  row(43, 'Windows newlines in the code', `${F}python\r\na = 1\r\nb = 2\r\n${F}`, { run: ['a = 1\nb = 2'] }),
  row(43, 'lone carriage returns', `${F}python\rprint(1)\r${F}`, RUN),
  row(48, 'other scripts', `計算：😀\n${fence('print("ä")')}`, { run: ['print("ä")'] }),
  row(48, 'a full-width colon before the block', `代码：${F}python\nprint(1)\n${F}`, RUN),
  row(48, 'emoji in the code', fence('print("👩‍🔬")'), { run: ['print("👩‍🔬")'] }),
  row(49, 'what cannot be seen at the edges', fence('\ufeffprint(1)\u200b'), RUN),
  row(49, 'a byte order mark before the block', `\ufeff${fence(P)}`, RUN),
  row(49, 'curly quotes', fence('print(“a”)'), { run: ['print(“a”)'] }),
  row(49, 'a no-break space', fence('a\u00a0= 1'), { run: ['a\u00a0= 1'] }),
  row(50, 'labels around', `Thought: go\nCode:\n${fence(P)}<end_code>`, RUN),
  row(50, 'headings and steps', `## Step 1\n\n1. Load\n\n${fence(P)}\n\n## Step 2`, RUN),
  row(52, 'LaTeX and tables', ...answer('So $x = \\frac{1}{2}$.\n\n| a | b |\n|---|---|\n| 1 | 2 |')),
  row(52, 'HTML', ...answer('<b>18</b> of <i>20</i>')),
  row(null, 'a lone label above bare code', 'python\nimport math\nprint(math.pi)', {
    run: ['import math\nprint(math.pi)'],
  }),
  row(null, 'a lone label above a call', 'Python\nprint(1)', RUN),
  row(null, 'an end marker alone', 'END SOLUTION\n</code>', { told: EMPTY }),
  row(
    null,
    'stopped by a filter',
    { text: fence(P), finishReason: 'content-filter' },
    { told: /content filter/ },
  ),
  row(
    null,
    'stopped in a circle',
    { text: fence(P), finishReason: 'repetition' },
    { told: /again and again/ },
  ),
  row(
    null,
    'an end that nobody knows, in a block',
    { text: `${F}python\nprint(1`, finishReason: 'unknown' },
    { told: CUT },
  ),
  row(null, 'an end that nobody knows, after a block', { text: fence(P), finishReason: 'unknown' }, RUN),
];
