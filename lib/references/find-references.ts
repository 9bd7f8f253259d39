/** Values that an answer leaves to the kernel: `{{ expression : format }}`, outside of blocks of code. */
import { CODE } from '../util/prepare-math.ts';

export interface Reference {
  /** UTF-16 offsets into the Markdown, braces included. */
  readonly start: number;
  readonly end: number;
  /** The expression on one line, without the spaces around it. */
  readonly expression: string;
  /** As Python's `format` takes it; empty for how the value prints. */
  readonly format: string;
  /** The language that number marks are of, as `de` at the end of a format says it (BCP 47). Default: as Python writes them. */
  readonly language?: string;
}

/** In the order of the text. What has no end, or is empty, is text. */
export function findReferences(markdown: string): Reference[] {
  const references: Reference[] = [];
  let offset = 0;
  for (const [index, part] of markdown.split(CODE).entries()) {
    // Within one line of code too: names of columns and variables are written so.
    if (index % 2 === 0 || !FENCE.test(part)) {
      for (let at = part.indexOf('{{'); at >= 0; ) {
        const found = readReference(part, at);
        if (found) references.push({ ...found, start: offset + at, end: offset + found.end });
        at = part.indexOf('{{', found ? found.end : at + 2);
      }
    }
    offset += part.length;
  }
  return references;
}

const FENCE = /^(?:```|~~~)/;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function readReference(text: string, start: number): Omit<Reference, 'start'> | null {
  const from = start + 2;
  const end = endOfExpression(text, from);
  if (end < 0) return null;
  const close = text.indexOf('}}', end);
  const expression = toLine(text.slice(from, end));
  if (close < 0 || expression === '') return null;
  return { expression, ...readFormat(text.slice(end + 1, close).trim()), end: close + 2 };
}

/** Where the expression is closed or its format begins; below 0 if it has no end. */
function endOfExpression(text: string, from: number): number {
  const open: string[] = [];
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (open.length === 0 && (character === ':' || text.startsWith('}}', at))) return at;
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character in CLOSING) open.push(CLOSING[character] ?? '');
    else if (character === open.at(-1)) open.pop();
    if (at < 0) return -1;
  }
  return -1;
}

/** The language comes after a format of numbers, not of dates, which may end with words. */
const LANGUAGE = /^([^%]*(?:[a-zA-Z\d]|%))\s+([a-z]{2,3}(?:-[A-Z]{2})?)$/;

function readFormat(written: string): Pick<Reference, 'format' | 'language'> {
  const [, format, language] = LANGUAGE.exec(written) ?? [];
  return format && language ? { format, language } : { format: written };
}

/** Where the last quote of a string is; below 0 if the line ends before it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return -1;
}

/** Markdown escapes what would be marks: `{{ n\_rows }}`. */
function toLine(expression: string): string {
  return expression
    .replaceAll(/\\([_*])/g, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}
