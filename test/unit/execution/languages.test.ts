/** Replies to agents that write other languages than Python. */
import { describe, expect, it } from 'vitest';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import type { Language } from '../../../lib/execution/languages/language.ts';
import { createOtherLanguage } from '../../../lib/execution/languages/other.ts';
import { R } from '../../../lib/execution/languages/r.ts';
import { TYPESCRIPT } from '../../../lib/execution/languages/typescript.ts';
import { findFunctions } from '../../../lib/execution/languages/typescript-functions.ts';
import type { ErrorOutput } from '../../../lib/notebook/output.ts';
import { shortenTraceback } from '../../../lib/observation/shorten/shorten-traceback.ts';

/** The code segments of a reply, `answer`, or `malformed: …`. */
function read(text: string, language: Language): string[] | string {
  const action = parseAction({ text, toolCalls: [], finishReason: 'stop' }, language);
  if (action.type === 'answer') return 'answer';
  if (action.type === 'malformed') return `malformed: ${action.message}`;
  return action.segments.flatMap((segment) => (segment.type === 'code' ? [segment.source] : []));
}

const fence = (label: string, code: string, mark = '```') => `${mark}${label}\n${code}\n${mark}`;

describe('R', () => {
  it.each(['r', 'R', '{r}', '{r setup, echo=FALSE}', '.r', 'Rscript'])('runs a fence called %s', (label) => {
    expect(read(`First.\n\n${fence(label, 'x <- c(1, 2)\nprint(x)')}`, R)).toEqual([
      'x <- c(1, 2)\nprint(x)',
    ]);
  });

  it.each([
    ['an assignment', 'x <- 5\nx', true],
    ['a call', 'library(stats)', true],
    ['operators, comments and names with brackets', 'y <- x %in% c(")", \'(\') # (\n`a (b` <- 1', true],
    ['a raw string', 'print(r"(a " b)")', true],
    ['a printed vector', '[1] 1 2 3', false],
    ['a printed table', '  mpg cyl\n1  21   6', false],
    ['a string that does not end', 'print("a)', false],
    ['brackets that do not match', 'x <- c(1, 2', false],
  ])('takes a fence without a label for what it holds: %s', (_, code, isCode) => {
    expect(read(fence('', code), R)).toEqual(isCode ? [code] : 'answer');
  });

  it('runs nothing that no fence marks', () => {
    expect(read('x <- 5\nprint(x)', R)).toBe('answer');
    expect(read('Use print(x) to see it.', R)).toBe('answer');
  });

  it('chooses the closing fence at which strings end', () => {
    const code = 'cat("\n```\n")\nx <- 1';
    expect(read(fence('r', code), R)).toEqual([code]);
  });

  it.each(['python', 'bash', 'py'])('tells the model that %s does not run', (label) => {
    expect(read(fence(label, 'print(1)'), R)).toMatch(/^malformed: Only R blocks are run/);
  });

  it('shows blocks of other languages as part of the answer', () => {
    expect(read(`Use\n${fence('sql', 'select 1')}`, R)).toBe('answer');
    expect(read(fence('sql', 'select 1'), R)).toContain('Only R blocks are run');
  });

  it('runs tags, tool calls and one-line fences', () => {
    expect(read('<execute>\nprint(1)\n</execute>', R)).toEqual(['print(1)']);
    expect(read('```r print(1) ```', R)).toEqual(['print(1)']);
    const call = { id: 'c', name: 'execute_code', arguments: '{"code":"print(1)"}' };
    const action = parseAction({ text: '', toolCalls: [call], finishReason: 'tool_calls' }, R);
    expect(action).toMatchObject({ type: 'code', segments: [{ source: 'print(1)' }] });
  });
});

describe('TypeScript', () => {
  it.each(['js', 'ts', 'javascript', 'typescript', 'TypeScript', 'deno', 'ts:main.ts', '{js}'])(
    'runs a fence called %s',
    (label) => {
      expect(read(`First.\n\n${fence(label, 'const x: number = 1;')}`, TYPESCRIPT)).toEqual([
        'const x: number = 1;',
      ]);
    },
  );

  it.each([
    ['a call', 'console.log(1)', true],
    ['a declaration', 'const a: number[] = []', true],
    ['an await', 'await Deno.readTextFile("a.csv")', true],
    ['a loop', 'for (const a of [1]) { console.log(a) }', true],
    ['JSON', '{"a": 1}', false],
    ['a list', '- one\n- two', false],
    ['a number', '42', false],
    ['words', 'Yes', false],
    ['broken code', 'const a = (', false],
  ])('takes a fence without a label for what it holds: %s', (_, code, isCode) => {
    expect(read(fence('', code), TYPESCRIPT)).toEqual(isCode ? [code] : 'answer');
  });

  it('chooses the closing fence at which a template ends', () => {
    const code = 'const text = `\n~~~\n`;\nconsole.log(text);';
    expect(read(fence('ts', code, '~~~'), TYPESCRIPT)).toEqual([code]);
  });

  it('tells the model that Python does not run', () => {
    expect(read(fence('python', 'print(1)'), TYPESCRIPT)).toMatch(
      /^malformed: Only TypeScript blocks are run/,
    );
  });
});

describe('a language that nothing is known of', () => {
  const julia = createOtherLanguage('Julia');

  it('runs what carries its label, and nothing else', () => {
    expect(read(fence('julia', 'println(1)'), julia)).toEqual(['println(1)']);
    expect(read(fence('', 'println(1)'), julia)).toBe('answer');
    expect(read('println(1)', julia)).toBe('answer');
  });
});

describe('declarations in TypeScript', () => {
  it.each([
    ['const a = 1;\nlet b: number[] = [];\nvar c', ['a', 'b', 'c']],
    ['export async function f() {\n  const inner = 1;\n}\nclass G {}\nenum H {}', ['f', 'G', 'H']],
    ['const { a, b: c, ...rest } = {};\nconst [d, e = 3] = [];', ['a', 'c', 'rest', 'd', 'e']],
    ['import * as d3 from "npm:d3";\nimport fs, { read as r } from "node:fs";', ['d3', 'fs', 'r']],
    ['console.log("const x = 1")', []],
  ])('are found in %j', (source, names) => {
    expect(TYPESCRIPT.findDeclarations?.(source)).toEqual(names);
  });
});

/** Errors as the kernels send them. */
describe('a traceback', () => {
  const error = (ename: string, evalue: string, traceback: string[]): ErrorOutput => ({
    output_type: 'error',
    ename,
    evalue,
    traceback,
  });

  it('of R keeps the calls of cells, the first and the last', () => {
    const evalue = 'Error in f(b): inner why\n';
    const traceback = [
      'Error in f(b): inner why\nTraceback:\n',
      '1. lapply(rows, g)',
      '2. FUN(X[[i]], ...)',
      '3. g("why")   # at line 2 of file <text>',
      '4. eval(predvars, data, env)',
      '5. eval(predvars, data, env)',
      '6. stop("inner ", a)',
    ];
    expect(shortenTraceback(error('ERROR', evalue, traceback)).split('\n')).toEqual([
      'Error in f(b): inner why',
      '1. lapply(rows, g)',
      '2. FUN(X[[i]], ...)',
      '3. g("why")   # at line 2',
      '[… library frames left out: 2 …]',
      '6. stop("inner ", a)',
    ]);
  });

  it('of R without calls is its message', () => {
    const evalue = "Error in eval(expr, envir, enclos): object 'x' not found\n";
    expect(shortenTraceback(error('ERROR', evalue, [`${evalue}Traceback:\n`]))).toBe(evalue.trim());
  });

  it('of R leaves out the tables that a call was given', () => {
    const traceback = ['Error: no\nTraceback:\n', `1. f(list(${'1, '.repeat(10_000)}2))`];
    expect(shortenTraceback(error('ERROR', 'Error: no\n', traceback)).length).toBeLessThan(400);
  });

  it('of Deno keeps the functions of cells, without positions that are not theirs', () => {
    const traceback = [
      'TypeError: inner 3',
      '    at f (<anonymous>:2:9)',
      '    at async Object.open (ext:deno_fs/30_fs.js:1:1)',
      '    at async Object.readTextFile (ext:deno_fs/30_fs.js:1:10042)',
      '    at <anonymous>:7:1',
    ];
    expect(shortenTraceback(error('TypeError', 'inner 3', traceback)).split('\n')).toEqual([
      'TypeError: inner 3',
      '    at f (<anonymous>)',
      '[… library frames left out: 1 …]',
      '    at async Object.readTextFile (ext:deno_fs/30_fs.js:1:10042)',
      '    at <anonymous>',
    ]);
  });

  it('of Deno that says nothing is explained', () => {
    expect(shortenTraceback(error('Error', 'Execution failed', []))).toContain('Check the syntax');
  });
});

describe('functions in TypeScript', () => {
  const read = (source: string) => findFunctions(source).map(({ signature, doc }) => [signature, doc]);

  it.each([
    ['function f(a: number, b = ")") {\n}', [['f(a: number, b = ")")', '']]],
    [
      '/**\n * Adds.\n * @param a one\n */\nexport async function add(\n  a: number,\n  b: number,\n): Promise<number> {\n}',
      [['add(a: number, b: number): Promise<number>', 'Adds.\n@param a one']],
    ],
    [
      '// Says.\nconst say = async (x: { a: string }): Promise<void> => {}',
      [['say(x: { a: string }): Promise<void>', 'Says.']],
    ],
    ['function g(): { a: number }[] { return [] }', [['g(): { a: number }[]', '']]],
    ['function _hidden() {}\nconst notOne = 5;', []],
  ])('are described from %j', (source, described) => {
    expect(read(source)).toEqual(described);
  });
});
