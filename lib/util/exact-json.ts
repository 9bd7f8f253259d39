/**
 * JSON whose numbers survive reading and writing: JavaScript rounds integers over 2^53 and writes 1.0 as 1.
 * Source: https://github.com/tc39/proposal-json-parse-with-source
 */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * As `JSON.parse`, but a number that JavaScript would write otherwise becomes an opaque object, which
 * `JSON.stringify` writes as it was read. Throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value,
  );
}

/** Finds integers of sixteen digits or more, among which are those past 2^53. */
const BIG_INTEGER = /[[:,]\s*-?\d{16}/;

/** Whether JSON seems to hold integers that JavaScript would round. */
export function hasBigIntegers(text: string): boolean {
  return BIG_INTEGER.test(text);
}

/** As `JSON.parse` and as fast, unless the text seems to hold integers that JavaScript would round. */
export function parseJsonWithBigIntegers(text: string): unknown {
  return hasBigIntegers(text) ? parseExactJson(text) : JSON.parse(text);
}

/** After what comes before a value: 1.0, 2.50 or 1e5, which JavaScript writes as 1, 2.5 and 100000. */
const OTHER_FORM = /[[:,]\s*-?\d+(?:\.\d*0(?![\d])|(?:\.\d+)?[eE])/;

/** Whether JSON that holds outputs seems to have numbers, in values of JSON types, which JavaScript would write otherwise. */
export function hasOtherForms(text: string): boolean {
  return hasBigIntegers(text) || (text.includes('json"') && OTHER_FORM.test(text));
}

/** As `JSON.parse` and as fast, unless {@link hasOtherForms}. */
export function parseJsonOfOutputs(text: string): unknown {
  return hasOtherForms(text) ? parseExactJson(text) : JSON.parse(text);
}

/** The same JSON with numbers for such objects, but for integers that JavaScript would round. */
export function toPlainNumbers(value: unknown): unknown {
  return value === undefined ? value : parseWithRawIntegers(JSON.stringify(value));
}

/** The first integer of a JSON text that JavaScript would round, as it is written; null if there is none. */
export function findRoundedInteger(json: string): string | null {
  if (!hasBigIntegers(json)) return null;
  let found: string | null = null;
  JSON.parse(json, (_key, value, { source }) => {
    if (isRoundedInteger(value, source)) found ??= source;
    return value;
  });
  return found;
}

/** As `JSON.parse`, but integers that JavaScript would round, and only these, become such objects. Throws SyntaxError. */
export function parseWithRawIntegers(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, { source }) =>
    isRoundedInteger(value, source) ? JSON.rawJSON(source) : value,
  );
}

function isRoundedInteger(value: unknown, source: string): boolean {
  if (typeof value !== 'number' || !/^-?\d+$/.test(source)) return false;
  return !Number.isFinite(value) || BigInt(value) !== BigInt(source);
}

/** A replacer for `JSON.stringify` that writes a BigInt as an integer. */
export function writeBigIntegers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
}

/** A replacer for `JSON.stringify`: half a surrogate pair is not Unicode, and other readers of a file refuse it. */
export function replaceLoneSurrogates(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
