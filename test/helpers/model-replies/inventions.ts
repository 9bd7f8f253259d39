/** Outputs and messages that a model made up, in every dress, each with its twin that must still run; and code in place of an answer. */
import { F, fence, row } from './reply-row.ts';

const A = fence('a = 1');
const B = fence('b = 2');
const FIRST = { run: ['a = 1'], notice: /made-up output or message/ };
const BOTH = { run: ['a = 1', 'b = 2'] };
const execute = (code: string) => `<execute>\n${code}\n</execute>`;

/** What is between two blocks. */
const DRESSES: readonly (readonly [name: string, text: string])[] = [
  ['Out[1]', 'Out[1]: 41'],
  ['observation tags', '<observation>\n41\n</observation>'],
  ['a tool response', '<tool_response>\n41\n</tool_response>'],
  ['an execution result in tags', '<execution_result>41</execution_result>'],
  ['the output is', 'The output is: 41'],
  ['the output is, above a bare fence', `The output is:\n${fence('41', '')}`],
  ['the output of a call is', 'The output of `a` is:\n\n41'],
  ['the result would be', 'So the printed result would be:\n41'],
  ['a fence labeled text', fence('41', 'text')],
  ['Result', 'Result: 41'],
  ['Result in bold', '**Result:**\n\n41'],
  ['Results as a heading', '### Results:\n41'],
  ['Response', 'Response: 41'],
  ['Execution result', 'Execution result:\n41'],
  ['Output with its text', 'Output: 41'],
  ['Observation within a line', 'I run it. Observation: 41'],
  ['a turn of the user', 'User: and then?'],
  ['a turn of a human', 'Human: and then?'],
  ['a turn of its own', 'Assistant: It is 41.'],
  ['the end of an instruction', 'and then? [/INST]'],
  ['a turn of a chat template', '<|im_start|>user\nand then?'],
];

/** What is inside an open block, below its code. */
const INSIDE: readonly (readonly [name: string, text: string])[] = [
  ['Out[1]', 'Out[1]: 41'],
  ['observation tags', '<observation>\n41\n</observation>'],
  ['Execution result', 'Execution result: 41'],
  ['Result', 'Result: 41'],
  ['Output', 'Output:\n41'],
  ['a turn of the user', 'User: and then?'],
  ['a turn of its own', 'Assistant: It is 41.'],
  ['the end of an instruction', '[/INST] It is 41.'],
];

/** Code with the same words, which is run as it is. */
const TWINS: readonly (readonly [name: string, source: string])[] = [
  ['a comment', '# Result: 41\n# Observation: none\n# Out[1]: 41\na = 1'],
  ['a print', 'print("Result:", 41)\nprint("Observation: 41")'],
  ['a docstring', 'def f():\n    """Sums up.\n\nResult: 41\nOutput:\n    a number\nUser: anyone\n"""'],
  ['a text in several lines', 's = """\nOut[1]: 41\n<observation>\nAssistant: 41\n"""'],
  ['a name with a type and a value', 'Result: int = 41\nobservation: float = 1.5\nUser: type = dict'],
  ['keys of a dictionary', 'd = {\n"Result": 41,\n"User": 1,\n}'],
];

export const INVENTIONS = [
  ...DRESSES.map(([name, text]) => row(28, `invented between blocks: ${name}`, `${A}\n${text}\n${B}`, FIRST)),
  ...DRESSES.map(([name, text]) =>
    row(28, `invented between tags: ${name}`, `${execute('a = 1')}\n${text}\n${execute('b = 2')}`, FIRST),
  ),
  ...INSIDE.map(([name, text]) =>
    row(28, `invented in an open block: ${name}`, `${F}python\na = 1\n${text}\n${B}`, FIRST),
  ),
  ...INSIDE.map(([name, text]) =>
    row(28, `invented at the end of tags: ${name}`, execute(`a = 1\n${text}`), FIRST),
  ),
  row(28, 'invented on the line of the closing tag', `${execute('a = 1')} Observation: 41\n${B}`, FIRST),
  ...TWINS.map(([name, source]) => row(null, `not invented: ${name}`, fence(source), { run: [source] })),
  row(
    null,
    'not invented: words before the first block',
    `Result: I need the sum.\nOutput: one number.\n${A}`,
    {
      run: ['a = 1'],
    },
  ),
  row(null, 'not invented: the name of the author before a block', `Assistant: I count.\n${A}`, {
    run: ['a = 1'],
  }),
  row(null, 'not invented: prose between blocks', `${A}\nThe result follows. Outputs are small.\n${B}`, BOTH),
  row(
    null,
    'not invented: a label in code between words',
    `${A}\nNext I print \`Result:\` and stop.\n${B}`,
    BOTH,
  ),
  row(null, 'not invented: an answer', 'Result: the mean is 41.', { answer: 'Result: the mean is 41.' }),

  row(30, 'code alone in a closed thought', `<thought>\n${A}\n</thought>`, { told: /<thought> is not run/ }),
  row(30, 'bare code in a closed thought', '<thought>\nprint(1)\n</thought>', {
    told: /<thought> is not run/,
  }),
  row(30, 'code in a thought, and an answer', `<thought>${A}</thought>\nIt is 41.`, {
    told: /<thought> is not run/,
  }),
  row(30, 'a thought without code, and an answer', '<thought>I know it.</thought>\nIt is 41.', {
    answer: 'any',
  }),
  row(18, 'bare code and a stray end of a thought', 'print(1)\n</thought>', { run: ['print(1)'] }),
  row(18, 'bare code and a stray end of an answer', 'print(1)\n</answer>', { run: ['print(1)'] }),
  row(18, 'bare code and a stray end on its line', 'a = f(1)\nprint(a)</execute>', {
    run: ['a = f(1)\nprint(a)'],
  }),
  row(18, 'bare code and a stray end of an instruction', 'print(1)\n[/INST]', { run: ['print(1)'] }),
  row(18, 'an end marker in a text of bare code', 'print("""\n</code>\n""")', {
    run: ['print("""\n</code>\n""")'],
  }),
];
