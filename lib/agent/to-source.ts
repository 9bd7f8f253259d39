/** The Python inside a block, free of everything that only belonged to the reply around it. */

import type { Block } from './block.ts';
import { trimInvisible } from './clean-reply.ts';

const WRAPPED = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*$/;

/** Unwraps a fence inside a tag and a tag inside a fence, unquotes, dedents and drops doctest outputs. */
export function toSource(block: Block): string {
  const inner = unwrap(trimInvisible(block.body.replace(/^[ \t]*\n/, '').trimEnd()));
  const unquoted = /^[ \t]*>[ \t]/.test(inner) && isEveryLineQuoted(inner) ? unquote(inner) : inner;
  const started = block.kind === 'tag' ? alignFirstLine(unquoted) : unquoted;
  return keepDoctestInput(trimInvisible(dedent(started)).replace(/^(?:[ \t]*\n)+/, '')).trimEnd();
}

function unwrap(body: string): string {
  const fenced = WRAPPED.exec(body)?.[2] ?? body;
  const tagged = /^\s*<(execute|code|python)>([\s\S]*?)(?:<\/\1>\s*)?$/i.exec(fenced)?.[2] ?? fenced;
  return tagged.replace(/\n[ \t]*<solution>[\s\S]*$/i, '').replace(/^[ \t]*\n/, '');
}

function isEveryLineQuoted(body: string): boolean {
  return body.split('\n').every((line) => /^[ \t]*>(?!>>)/.test(line));
}

function unquote(body: string): string {
  return body.replaceAll(/^[ \t]*>[ \t]?/gm, '');
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

/** IPython strips the prompts of a pasted session itself, but not the outputs between them. */
function keepDoctestInput(source: string): string {
  if (!source.startsWith('>>> ')) return source;
  return source
    .split('\n')
    .filter((line) => /^(?:>>>|\.\.\.)(?: |$)/.test(line))
    .join('\n');
}
