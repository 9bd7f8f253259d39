/** Calls, labels, reasoning and answers put together at random, in shapes that nobody listed. */
import { createRandom } from '../random.ts';

/** What a made reply must become: exactly this code or a hint, or an answer as it is. */
export interface MadeReply {
  readonly text: string;
  readonly sources: readonly string[];
}

type Random = ReturnType<typeof createRandom>;

const CODES = [
  'print(6*7)',
  'import math\nprint(math.pi)',
  'x = [n for n in range(9)]\nprint(sum(x))',
  'if len("ab") < 3 and 2 > 1:\n    print("<b>yes</b>")',
  'df = load("a.csv")\ndf.head()',
  's = """\n<think>\na\n</think>\n"""\nprint(len(s))',
  'def f(a):\n    """Adds.\n\n    Slowly."""\n    return a + 1\n\nprint(f(1))',
  'for row in rows:\n    print(row["a"], row[\'b\'])',
  'print("[TOOL] {x} <|y|>")',
  'total = sum(a < b > c for a, b, c in t)\nprint(total)',
];
const INTROS = [
  '',
  '',
  'I compute.\n',
  'Let me look at the data first.\n\n',
  'Ich rechne das aus:\n',
  '我来计算。\n',
];
const SYLLABLES = ['to', 'ra', 'mil', 'ex', 'fun', 'lo', 'ken', 'vor', 'si', 'pa', 'qui', 'zen', 'act', 'do'];
const TOOLS = ['execute_code', 'python', 'run_cell', 'functions.execute_code', 'interpreter', 'kernel.exec'];

const word = (random: Random) =>
  Array.from({ length: 2 + random.int(3) }, () => random.pick(SYLLABLES)).join('');
function name(random: Random): string {
  const one = word(random);
  return random.pick([one, `${one}_${word(random)}`, `${one}-${word(random)}`, `${one}:${word(random)}`]);
}
const token = (random: Random) => `${word(random)}_${word(random)}`;

/** A call whose code has been put into some dialect. */
const DIALECTS: readonly ((random: Random, code: string) => string)[] = [
  (random, code) => {
    const [outer, inner, leaf, key] = [name(random), name(random), name(random), word(random)];
    const quote = random.pick(['"', "'"]);
    const gap = random.pick(['\n', '', '\n  ']);
    const call = `<${inner} ${key}=${quote}${random.pick(TOOLS)}${quote}>\n<${leaf} ${key}=${quote}code${quote}>${gap.trim()}${gap === '' ? '' : '\n'}${code}\n</${leaf}>\n</${inner}>`;
    return random.int(2) ? `<${outer}>\n${call}\n</${outer}>` : call;
  },
  (random, code) => {
    const [inner, leaf] = [name(random), name(random)];
    const call = `<${inner}=${random.pick(TOOLS)}>\n<${leaf}=code>\n${code}\n</${leaf}>\n</${inner}>`;
    return random.int(2) ? `<${word(random)}>\n${call}` : call;
  },
  (random, code) => {
    const tag = name(random);
    return `<${tag}>\n${toJson(random, code)}\n</${tag}>`;
  },
  (random, code) => `<${name(random)}=${random.pick(TOOLS)}>${toJson(random, code)}`,
  (random, code) => {
    const [left, right] = random.pick([
      ['<|', '|>'],
      ['<｜', '｜>'],
    ] as const);
    const make = () => left + token(random) + right;
    const [a, b, c] = [make(), make(), make()] as const;
    return random.pick([
      `${a}${b}${random.pick(TOOLS)}${c}${toJson(random, code)}${a.replace(left, `${left}/`)}`,
      `${a}${random.pick(TOOLS)}\n\`\`\`json\n${toJson(random, code)}\n\`\`\`${b}`,
      `${a}\n${code}\n${b}`,
    ]);
  },
  (random, code) => {
    const [a, b] = [token(random).toUpperCase(), token(random).toUpperCase()];
    return random.pick([
      `[${a}] [${toJson(random, code)}]`,
      `[${a}]${random.pick(TOOLS)}[${b}]${toJson(random, code)}`,
      `[${a}]\n${code}\n[/${a}]`,
    ]);
  },
  (random, code) => {
    const [outer, key, value] = [name(random), name(random), name(random)];
    return `<${outer}>${random.pick(TOOLS)}\n<${key}>code</${key}>\n<${value}>${code}</${value}>\n</${outer}>`;
  },
  (random, code) => `[${toJson(random, code)}]`,
  (random, code) => `\`\`\`${random.pick(['json', '', word(random)])}\n[${toJson(random, code)}]\n\`\`\``,
  (random, code) => {
    const label = random.pick(['Action', 'Step', 'Tool', 'Call']);
    return `${label}: ${random.pick(TOOLS)}\n${label} Input: ${code}`;
  },
  (random, code) => {
    const tag = name(random);
    return `<${tag}>\n${code}\n</${tag}>`;
  },
  (random, code) =>
    `${random.pick(['Calling', 'I am calling', 'Now', 'Use'])} execute_code${random.pick([' with code', ' with this input', ''])}:\n${random.pick(['', '\n'])}${code}`,
  (random, code) => {
    const quote = code.includes('"""') ? "'''" : '"""';
    const given = random.pick([JSON.stringify(code), `${quote}\n${code}\n${quote}`]);
    return `${random.pick(['', 'functions.'])}execute_code(${random.pick(['', 'code=', 'source = '])}${given})`;
  },
];

function toJson(random: Random, code: string): string {
  const tool = random.pick(TOOLS);
  const inner = { [word(random)]: code };
  const given = random.int(3) === 0 ? JSON.stringify(inner) : inner;
  const call = { [word(random)]: tool, [word(random)]: given };
  return JSON.stringify(random.int(4) === 0 ? { id: 'c1', [word(random)]: call } : call, null, random.int(2));
}

export function makeCalls(seed: number, count: number): MadeReply[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const code = random.pick(CODES);
    const dialect = DIALECTS[index % DIALECTS.length];
    return { text: random.pick(INTROS) + (dialect?.(random, code) ?? ''), sources: [code] };
  });
}

export function makeLabels(seed: number, count: number): MadeReply[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const code = random.pick(CODES);
    const mark = random.pick(['```', '````', '~~~', '`````', '~~~~', ':::', '::::']);
    const directive = () => `{${name(random)}}`;
    const label = (
      mark.startsWith(':')
        ? directive
        : random.pick([
            () => name(random),
            () => `{${name(random)}}`,
            () => `{${name(random)}} ${word(random)}`,
            () => `${name(random)} ${word(random)}="${random.int(9)}"`,
            () => `In [${random.int(99)}]:`,
            () => `${name(random)}${random.int(9)}`,
            () => name(random).toUpperCase(),
            () => `{.${name(random)} #${word(random)}}`,
            () =>
              random.pick([
                'jupyter',
                'code',
                'notebook',
                'cell',
                'exec',
                'run',
                '{code-cell}',
                'repl',
                'script',
              ]),
          ])
    )();
    const outro = random.pick(['', '', '\n', '\n\nThen we see.']);
    return { text: `${random.pick(INTROS)}${mark}${label}\n${code}\n${mark}${outro}`, sources: [code] };
  });
}

/** Code that was considered between tags of any name, and code that is meant. */
export function makeReasoning(seed: number, count: number): MadeReply[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const code = random.pick(CODES);
    const tag = name(random).replaceAll(':', '_');
    const [open, close] = random.pick([
      [`<${tag}>`, `</${tag}>`],
      [`[${token(random).toUpperCase()}]`, null],
      [`◁${tag}▷`, `◁/${tag}▷`],
      [`<|begin_of_${word(random)}|>`, null],
      [`<|${tag}|>`, `<|/${tag}|>`],
      [`【${tag}】`, `【/${tag}】`],
      [`<${tag} kind="x">`, `</${tag}>`],
    ] as const);
    const end = close ?? (open.startsWith('[') ? open.replace('[', '[/') : open.replace('begin', 'end'));
    const gap = random.pick(['', '\n']);
    const thought = `${gap}I could do this first,\n\`\`\`python\nprint('only considered')\n\`\`\`\nbut no.\n`;
    const meant = `\`\`\`python\n${code}\n\`\`\``;
    return {
      text: `${random.pick(['', '', 'Sure.\n'])}${open}${thought}${end}\n${gap}${meant}`,
      sources: [code],
    };
  });
}

/** Blocks that end a reply with a value that is not computed yet. */
export function makeValues(seed: number, count: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const [a, b] = [word(random), word(random)];
    const value = random.pick([
      `${random.int(99)}*${random.int(99)}`,
      `${a}.${b}`,
      `${a}["${b}"]`,
      `${a} + ${b} * 2`,
      `${a}[0] > 3`,
      `[${a}.${b}, 4]`,
    ]);
    const isAlone = random.int(2) === 0;
    const mark = random.pick(['```', '~~~', '````']);
    return `${isAlone ? '' : random.pick(INTROS)}${mark}${name(random)}\n${isAlone && random.int(3) === 0 ? a : value}\n${mark}`;
  });
}

/** Reasoning with code that the reply ends in. */
export function makeOpenReasoning(seed: number, count: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const open = random.pick([
      `[${token(random).toUpperCase()}]`,
      `◁${word(random)}▷`,
      `【${word(random)}】`,
      `<|begin_of_${word(random)}|>`,
      `<${word(random)}>`,
    ]);
    const outro = random.pick(['', '\nThat may do.', '\nBut no.\n']);
    return `${open}${random.pick(['', '\n'])}I could do this first,\n\`\`\`python\n${random.pick(CODES)}\n\`\`\`${outro}`;
  });
}

/** Tags in code and in samples, which are text there. */
export function makeTagsInCode(seed: number, count: number): MadeReply[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const tag = random.pick([
      'think',
      'thinking',
      'reasoning',
      'thought',
      'solution',
      'answer',
      'observation',
    ]);
    const quote = random.pick(["'''", '"""']);
    const open = random.pick([`<${tag}>`, `<${tag}>\n`]);
    const inside = random.pick([
      `hidden\n</${tag}>`,
      `hidden</${tag}>\nmore`,
      'hidden',
      `a </${tag}>\n<${tag}> b`,
    ]);
    const code = `sample = ${quote}\n${open}${inside}\nvisible${quote}\nprint(len(sample))`;
    const text = random.pick([
      () => `Look.\n\`\`\`python\n${code}\n\`\`\``,
      () => `~~~~py\n${code}\n~~~~\nThen.`,
      () => `<execute>\n${code}\n</execute>`,
      () => code,
    ])();
    return { text, sources: [code] };
  });
}

const VALUES = ['42', '18.5', 'Oslo', 'n/a', '2024-01-31', 'about 7 %', 'Ada Lovelace', '1,200'];

/** Answers with everything that users ask for. */
const ANSWERS: readonly ((random: Random) => string)[] = [
  (random) => `The ${word(random)} is **${random.pick(VALUES)}**.`,
  (random) =>
    `| ${word(random)} | n |\n|---|---|\n| ${random.pick(VALUES)} | ${random.int(99)} |\n\nSorted by n.`,
  (random) => `Here is the XML:\n\n\`\`\`xml\n${toXml(random)}\n\`\`\``,
  (random) => `Here it is:\n${toXml(random)}`,
  (random) => toXml(random),
  (random) =>
    `<table><tr><th>${word(random)}</th><th>mean(x)</th></tr><tr><td>${random.pick(VALUES)}</td></tr></table>`,
  (random) =>
    `<p>The ${word(random)} is <code>df.mean()</code>: <b>${random.pick(VALUES)}</b></p>\n<ul><li>a</li></ul>`,
  (random) => `\`\`\`json\n${toData(random)}\n\`\`\``,
  (random) => `As JSON:\n\`\`\`json\n${toData(random)}\n\`\`\`\nIt has ${random.int(9)} keys.`,
  (random) => toData(random),
  (random) => `[${toData(random)}, ${toData(random)}]`,
  (random) =>
    `In ${word(random)}:\n\`\`\`${random.pick(['js', 'sql', 'ruby', 'go', 'lua', 'julia', 'r', 'c++'])}\nprint(mean(x))\n\`\`\``,
  (random) =>
    `It prints:\n\`\`\`${random.pick(['text', 'output', 'csv', 'log', 'txt', 'stdout', 'plaintext'])}\nprint(${random.int(9)})\n\`\`\``,
  (random) =>
    `Use \`${word(random)}(x)\` or the \`<${name(random)}>\` tag; \`{"code": "print(1)"}\` is JSON.`,
  (random) =>
    `So $x = ${random.int(9)}$ and \\[ y_${random.int(9)} = \\frac{a}{b} \\].\n\n- [${word(random)}](https://example.org)\n- [ ] open\n- [x] done`,
  (random) => `[Note] The ${word(random)} has {a, b}; a < b and c > d. [1] ${random.pick(VALUES)}`,
  (random) =>
    `\`\`\`${word(random)}\n${random.pick(VALUES)}  ${random.int(99)}\n${random.pick(VALUES)}  7\n\`\`\`\nThat is all.`,
  (random) => `<details><summary>${word(random)}</summary>\n\n${random.pick(VALUES)}\n\n</details>`,
  (random) => `Formula: mean = sum / n\nInput: ${random.pick(VALUES)}\nTool: a spreadsheet\nAction: none`,
  (random) => `\`\`\`mermaid\ngraph TD; ${word(random)}-->B\n\`\`\`\nThe steps.\n\n> ${random.pick(VALUES)}`,
  (random) =>
    `:::{${word(random)}}\nThe mean of ${word(random)} is ${random.pick(VALUES)}.\n:::\n\nThat is all.`,
  (random) => `The file is:\n\`\`\`${word(random)}\n${word(random)}/${word(random)}\n\`\`\``,
  (random) => `The name is:\n\`\`\`${word(random)}\n${word(random)}\n\`\`\``,
  (random) => `\`\`\`${word(random)}\n${random.int(9999)}\n\`\`\``,
  (random) => `I used execute_code for ${word(random)}; the result (${random.pick(VALUES)}) is exact.`,
];

function toXml(random: Random): string {
  const [root, item, leaf] = [word(random), word(random), word(random)];
  const items = Array.from(
    { length: 1 + random.int(3) },
    () => `  <${item} id="${random.int(9)}"><${leaf}>${random.pick(VALUES)}</${leaf}></${item}>`,
  );
  return `<${root}>\n${items.join('\n')}\n</${root}>`;
}

function toData(random: Random): string {
  const inner = { [word(random)]: random.int(99), name: random.pick(VALUES) };
  return JSON.stringify(
    { name: word(random), [word(random)]: random.pick([inner, [inner], 4.5, null]) },
    null,
    random.int(3),
  );
}

export function makeAnswers(seed: number, count: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => ANSWERS[index % ANSWERS.length]?.(random) ?? '');
}
