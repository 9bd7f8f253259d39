/** Numbers in digits: their value, and how precisely they are written. */
import type { DecimalMark } from './decimal-mark.ts';

export interface Numeral {
  readonly start: number;
  readonly end: number;
  /** The value without a sign. */
  readonly value: number;
  /** What one more in the last digit shown adds: 0.01 for 21.15. */
  readonly step: number;
  /** The same for the last digit that is not zero: 1000 for 5,000. */
  readonly roundStep: number;
}

const EXPONENT =
  '(?:[eE][+-]?\\d{1,3}(?![\\d\\p{L}])|[ \\u2060]{0,8}[×x][ \\u2060]{0,8}10(?:\\^\\{?[-−]?\\d{1,3}\\}?|[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))?';
const BLANKS = '\\u00a0\\u202f\\u2009';
const DIGITS: Record<DecimalMark, RegExp> = {
  '.': new RegExp(
    `(?:\\d{1,3}(?:([,'’_${BLANKS}])\\d{3})(?:\\1\\d{3}){0,40}(?!\\d)(?:\\.\\d+)?|\\d{1,2}(?:,\\d{2}){1,40},\\d{3}(?!,?\\d)(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|(?<!\\d)\\.\\d+)${EXPONENT}`,
    'gu',
  ),
  ',': new RegExp(
    `(?:\\d{1,3}(?:([.'’_ ${BLANKS}])\\d{3})(?:\\1\\d{3}){0,40}(?!\\d)(?:,\\d+)?|\\d+(?:,\\d+|\\.(?:\\d{1,2}|\\d{4,})(?!\\d))?|(?<!\\d),\\d+)${EXPONENT}`,
    'gu',
  ),
};

/** With separators, the longest that are finite have about as many characters. */
const MAX_LENGTH = 420;

/** Digits in `text`, except those that belong to a name, such as `Q1`, `x2`, `A-17`, or a version. */
export function findDigits(text: string, mark: DecimalMark, isData = false): Numeral[] {
  const found: Numeral[] = [];
  for (const match of text.matchAll(DIGITS[mark])) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (end - start > MAX_LENGTH) continue;
    if (isInName(text, start, end) && !(isData && isInFraction(text, start, end))) continue;
    found.push({ start, end, ...readDigits(match[0], mark) });
  }
  return found;
}

const NAME_BEFORE = /[\p{L}_#][.-]?$|[\p{L}]\d*[-/]$|\d[.:/]$|\p{L}[\p{L}\d]*-(?:\d+-)*$|\d-\d+-$/u;
/** `mid-2023`, `pre-2020`, `of-5`: words that take a number along. */
const WORD_BEFORE = /(?<![\p{L}\d])(?:mid|pre|post|early|late|non|sub|under|over|~|top)-$/iu;

function isInName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  // A sentence that ends just before a number is not part of a name.
  if (NAME_BEFORE.test(before) && !WORD_BEFORE.test(before)) return true;
  const after = text.slice(end, end + 3);
  // A place in an order is a name: `3rd`.
  return /^(?:[:/]\d|\.\d|_|(?:st|nd|rd|th)(?!\p{L}))/iu.test(after) || /^[A-Z]{2}[A-Z\d]/.test(after);
}

/** `61/1204` in data: so many of so many. */
function isInFraction(text: string, start: number, end: number): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 12), start), text.slice(end, end + 12)];
  const isFirst = /(?:^|[\s([:=])$/.test(before) && /^\/\d+(?![\d/.:\p{L}_])/u.test(after);
  return isFirst || (/(?:^|[\s([:=])\d+\/$/.test(before) && !/^[/.:]?[\d\p{L}_/]/u.test(after));
}

function readDigits(text: string, mark: DecimalMark): Pick<Numeral, 'value' | 'step' | 'roundStep'> {
  const [, mantissa = text, e = '', sign = '', power = ''] =
    /^(.*?)(?:([eE])([+-]?)(\d+)|[ \u2060]*[×x].*)?$/u.exec(text) ?? [];
  const exponent = e !== '' ? Number(sign + power) : readPower(text);
  const isPoint = mark === '.' || (/^\d+\.\d+$/.test(mantissa) && !/^\d{1,3}\.\d{3}$/.test(mantissa));
  const plain = isPoint
    ? mantissa.replaceAll(/[^\d.]/g, '')
    : mantissa.replaceAll(/[^\d,]/g, '').replace(',', '.');
  const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0;
  const zeros = decimals === 0 ? (/0*$/.exec(plain)?.[0].length ?? 0) : 0;
  const scale = 10 ** exponent;
  const step = 10 ** -decimals * scale;
  const value = Number(`${plain}e${exponent}`);
  return { value, step, roundStep: value === 0 ? step : step * 10 ** zeros };
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The exponent of `1.2 × 10^-5` and `1.2 × 10⁻⁵`. */
function readPower(text: string): number {
  const [, written] = /10(?:\^\{?)?([-−⁻]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+)\}?$/u.exec(/[×x]/.test(text) ? text : '') ?? [];
  if (written === undefined) return 0;
  const digits = [...written].map((sign) => {
    const at = SUPERSCRIPTS.indexOf(sign);
    return at >= 0 ? String(at) : sign.replace(/[−⁻]/, '-');
  });
  return Number(digits.join(''));
}
