/** References in JSON: a string that is one, as `"{{ len(df) }}"`, stands for the value itself. */
import { findReferences, type Reference } from './find-references.ts';
import { listValues, type Value } from './write-values-cell.ts';

const STRING = /"(?:[^"\\\n]|\\.)*"/g;

/** In the order of the text; offsets are those of the string with its quotes. */
export function findJsonReferences(json: string): Reference[] {
  return [...json.matchAll(STRING)].flatMap(({ 0: literal, index }) => {
    const reference = readLiteral(literal);
    return reference ? [{ ...reference, start: index, end: index + literal.length }] : [];
  });
}

function readLiteral(literal: string): Value | null {
  try {
    const text = String(JSON.parse(literal)).trim();
    const [reference, ...others] = findReferences(text);
    const isAll = reference?.start === 0 && reference.end === text.length && others.length === 0;
    return isAll ? reference : null;
  } catch {
    return null;
  }
}

/** `texts`: of each value, as `listValues` orders them. */
export function fillJson(json: string, references: readonly Reference[], texts: readonly string[]): string {
  const keys = listValues(references).map(toKey);
  let filled = '';
  let at = 0;
  for (const reference of references) {
    filled += json.slice(at, reference.start) + toJson(texts[keys.indexOf(toKey(reference))] ?? '');
    at = reference.end;
  }
  return filled + json.slice(at);
}

const toKey = ({ expression, format }: Value): string => `${expression}\n${format}`;

const WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  nan: 'null',
  '<NA>': 'null',
  NaT: 'null',
};
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** The JSON of a value that Python writes as `'Ost'`, `np.float64(65.38)`, or `Timestamp('2024-01-01 00:00:00')`. */
function toJson(text: string): string {
  const plain = /^[\w.]+\((.*)\)$/s.exec(text)?.[1] ?? text;
  if (plain in WORDS) return WORDS[plain] ?? 'null';
  if (NUMBER.test(plain)) return plain;
  const quoted = /^(['"])(.*)\1$/s.exec(plain)?.[2];
  return JSON.stringify(quoted === undefined ? plain : quoted.replaceAll(ESCAPE, readEscape));
}

const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function readEscape(_: string, x?: string, u?: string, long?: string, other = ''): string {
  const code = x ?? u ?? long;
  return code === undefined ? (CONTROLS[other] ?? other) : String.fromCodePoint(Number.parseInt(code, 16));
}
