/** Which mark a text writes before decimals: 1,234.5 or 1.234,5. */

export type DecimalMark = '.' | ',';

const POINT = /(?<![\d.,])\d+\.(?:\d{1,2}|\d{4,})(?![\d.])|\d,\d{3}\.\d/g;
const COMMA = /(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d,])(?!, ?\d)|\d[.\u00a0\u202f ]\d{3},\d/g;
/** Words of languages that write a comma, frequent ones that English does not have. */
const COMMA_WORDS =
  /(?<!\p{L})(?:der|das|und|ist|beträgt|mit|von|le|les|est|et|une|el|los|es|y|una|il|gli|è|het|een|och|är)(?!\p{L})/giu;
const POINT_WORDS = /(?<!\p{L})(?:the|is|are|of|and|with|was|in)(?!\p{L})/giu;

/** What its unambiguous numbers show; without any, what its language does. */
export function findDecimalMark(text: string): DecimalMark {
  const [points, commas] = [count(text, POINT), count(text, COMMA)];
  if (points !== commas) return points > commas ? '.' : ',';
  return isCommaLanguage(text) ? ',' : '.';
}

/** Whether the words of a text are of a language that writes a decimal comma. */
function isCommaLanguage(text: string): boolean {
  return count(text, COMMA_WORDS) > count(text, POINT_WORDS);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
