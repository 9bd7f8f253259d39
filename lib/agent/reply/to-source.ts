/** The Python inside a block, free of everything that only belonged to the reply around it. */
import { isFenceLabel } from '../../execution/languages/is-fence-label.ts';
import type { Language } from '../../execution/languages/language.ts';
import { looksLikeCode } from '../../execution/languages/looks-like-code.ts';
import { trimInvisible } from './clean-reply.ts';
import { type Block, MYST_OPTIONS } from './scan-blocks.ts';

/** A line of a quotation in Markdown, not of a doctest. */
const QUOTED = /^[ \t]*>(?!>>)/;

/** Unwraps a fence inside a tag and a tag inside a fence, unquotes, dedents and drops doctest outputs. */
export function toSource(block: Block, language: Language): string {
  const inner = unwrap(trimInvisible(block.body.replace(/^[ \t]*\n/, '').trimEnd()), language);
  const isQuoted = /^[ \t]*>[ \t]/.test(inner) && inner.split('\n').every((line) => QUOTED.test(line));
  const unquoted = isQuoted ? inner.replaceAll(/^[ \t]*>[ \t]?/gm, '') : inner;
  const bare = block.label.startsWith('{') ? unquoted.replace(MYST_OPTIONS, '') : unquoted;
  const started = block.kind === 'tag' ? alignFirstLine(bare) : bare;
  const source = trimInvisible(dedent(started)).replace(/^(?:[ \t]*\n)+/, '');
  return keepPromptedInput(dropLoneLabel(source, language)).trimEnd();
}

/** A first line that only names the language, as is left of a fence that was lost. */
function dropLoneLabel(source: string, language: Language): string {
  const newline = source.indexOf('\n');
  const first = source.slice(0, Math.max(0, newline)).trim();
  const isLabel = /^[a-z]{2}[a-z\d.]*$/i.test(first) && isFenceLabel(first, language);
  return isLabel ? source.slice(newline + 1) : source;
}

function unwrap(body: string, language: Language): string {
  const fenced = unfence(body);
  const tagged =
    /^\s*<(execute|code|python)(?:\s[^<>\n]{1,200})?>([\s\S]*?)(?:<\/\1>)?$/i.exec(fenced)?.[2] ?? fenced;
  const solution = /\n[ \t]*<solution>/i.exec(tagged);
  // In a string the tag is text.
  return tagged
    .slice(0, solution && !language.isValid(tagged.trim()) ? solution.index : undefined)
    .replace(/^[ \t]*\n/, '');
}

/** The inside of a body that is one fence, whose closer may be missing. */
function unfence(body: string): string {
  const opener = /^\s*(`{3,20}|~{3,20})[^\n`~]*\n/.exec(body);
  if (!opener?.[1]) return body;
  const lines = body.slice(opener[0].length).trimEnd().split('\n');
  if (lines.at(-1)?.trim() === opener[1]) lines.pop();
  return lines.join('\n');
}

/** Code that starts on the tag's own line has a blank before it that the lines below do not have. */
function alignFirstLine(body: string): string {
  const [first = '', ...rest] = body.split('\n');
  const indent = commonIndent(rest);
  return first.startsWith(indent) && indent !== '' && /^\s/.test(first)
    ? body
    : [first.trimStart(), ...rest].join('\n');
}

function dedent(body: string): string {
  const lines = body.split('\n');
  const indent = commonIndent(lines);
  return lines
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n');
}

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  return indents.reduce((common, indent) => {
    let length = 0;
    while (length < common.length && common[length] === indent[length]) length++;
    return common.slice(0, length);
  }, indents[0] ?? '');
}

const DOCTEST_INPUT = /^(?:>>>|\.\.\.)(?: |$)/;
const IPYTHON_INPUT = /^(?:In \[\d+\]: |[ \t]*\.{3,}:)/;

/** IPython strips the prompts of a pasted session itself, but not the outputs between them. */
function keepPromptedInput(source: string): string {
  const input = source.startsWith('>>> ') ? DOCTEST_INPUT : IPYTHON_INPUT.test(source) ? IPYTHON_INPUT : null;
  if (!input) return source;
  return source
    .split('\n')
    .filter((line) => input.test(line))
    .join('\n');
}

/** Begins code in the replies of Llama 3.1 and later, and in a notebook. */
const PROMPT = /^(?:<\|python_tag\|>|In ?\[\d{0,5}\]:(?!.*\nIn ?\[)[ \t]*\n?)/;
/** Alone on a line, or at the end of the last line of code. */
const CLOSER =
  /(?:^[ \t]{0,40}(?:`{3,}|\[\/(?:PYTHON|INST)\]|#{0,6} ?END(?: OF)?(?: SOLUTION| CODE)?)|<\/[a-z_]{2,20}>)[ \t]*$/gim;
const MAX_CLOSERS = 4;

/** Code with no opener: all of the text, or all before a lone closer (the prompt may have held the opener). */
export function findBareCode(text: string, language: Language): string | null {
  const [tag = ''] = PROMPT.exec(text) ?? [];
  const rest = text.slice(tag.length);
  const closers = [...rest.matchAll(CLOSER)].slice(0, MAX_CLOSERS);
  for (const end of [...closers.map(({ index }) => index), rest.length]) {
    const before = rest.slice(0, end).trim();
    const source = dropLoneLabel(before, language);
    const isMarked = end < rest.length || tag !== '' || source !== before;
    if (looksLikeCode(language, source, { strict: !isMarked })) return source;
  }
  return null;
}
