/** The numbers that JSON does not have and Python writes: NaN, Infinity and -Infinity. */
import { parseExactJson, replaceLoneSurrogates } from './exact-json.ts';

/** As `parseExactJson`, with these numbers. Throws SyntaxError. */
export function parseJsonWithConstants(text: string): unknown {
  const mark = crypto.randomUUID();
  return restore(parseExactJson(quoteConstants(text, mark)), mark);
}

/** Outside of strings. */
function quoteConstants(text: string, mark: string): string {
  let quoted = '';
  let at = 0;
  while (at < text.length) {
    const begin = text.indexOf('"', at);
    const end = begin < 0 ? text.length : findEnd(text, begin + 1);
    const between = text.slice(at, begin < 0 ? text.length : begin);
    quoted += between.replaceAll(/\b(?:NaN|Infinity)\b|-Infinity\b/g, (name) => `"${mark}${name}"`);
    if (begin >= 0) quoted += text.slice(begin, end);
    at = end;
  }
  return quoted;
}

/** The place after the quote that ends the string. */
function findEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function restore(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? Number(value.slice(mark.length)) : value;
  if (Array.isArray(value)) return value.map((each) => restore(each, mark));
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restore(each, mark)]));
}

/** A notebook's JSON, with these numbers as Python writes them: `JSON.stringify` makes null of them. */
export function writeJsonWithConstants(value: unknown, indent: string): string {
  const mark = crypto.randomUUID();
  const json = JSON.stringify(
    value,
    (key, each) =>
      typeof each === 'number' && !Number.isFinite(each)
        ? `${mark}${each}`
        : replaceLoneSurrogates(key, each),
    indent,
  );
  return json.replaceAll(new RegExp(`"${mark}(NaN|-?Infinity)"`, 'g'), '$1');
}
