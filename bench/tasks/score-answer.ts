/** Whether an answer says what was expected. */
import type { Expected } from './task.ts';

export interface Score {
  /** Whether everything expected is there. */
  isCorrect: boolean;
  /** How many of the expected values are. */
  hits: number;
  /** The answer has no `@name[value]`, so its prose was searched: kinder, and easier to fool. */
  isLenient: boolean;
}

export function scoreAnswer(answer: string | null, expected: readonly Expected[]): Score {
  const named = readNamed(answer ?? '');
  const isLenient = named.size === 0;
  const prose = isLenient ? toProse(answer ?? '') : '';
  const matches = (each: Expected) =>
    isLenient ? isInProse(prose, each) : isEqual(named.get(each.name), each);
  const hits = expected.filter(matches).length;
  return { isCorrect: hits === expected.length, hits, isLenient };
}

/** `@name[value]`, as InfiAgent-DABench asks for; of two of one name the last counts. */
function readNamed(answer: string): Map<string, string> {
  const found = answer.matchAll(/@(\w+)\[([^\]]*)\]/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value.trim()]));
}

function isEqual(given: string | undefined, { value, tolerance = 1e-6 }: Expected): boolean {
  if (given === undefined) return false;
  if (given.toLowerCase() === String(value).toLowerCase()) return true;
  const [left, right] = [toNumber(given), toNumber(String(value))];
  return left !== null && right !== null && Math.abs(left - right) <= tolerance;
}

function toNumber(text: string): number | null {
  const plain = text
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replace(/%$/, '')
    .trim();
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : null;
}

/** The first paragraphs, where the result stands; without tables and code, in which any number can. */
function toProse(answer: string): string {
  return answer
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^\s*\|.*$/gm, '')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .slice(0, PARAGRAPHS)
    .join('\n\n');
}

const PARAGRAPHS = 2;

function isInProse(prose: string, expected: Expected): boolean {
  const { value, tolerance = 1e-6, aliases = [], others = [] } = expected;
  if (aliases.some((alias) => isFirstChoice(prose, alias, others))) return true;
  if (typeof value === 'string') return isFirstChoice(prose, value, others);
  const texts = prose.match(/-?\d[\d,]*(?:\.\d+)?/g) ?? [];
  return texts.some((text) => {
    const number = toNumber(text.replaceAll(',', ''));
    return number !== null && Math.abs(number - value) <= Math.max(tolerance, readRounding(text));
  });
}

/** A figure of three digits or more may be rounded at its last. */
function readRounding(text: string): number {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  const decimals = /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
  return digits.length >= 3 ? 0.5 * 10 ** -decimals : 0;
}

function isFirstChoice(prose: string, value: string, others: readonly string[]): boolean {
  const at = (text: string) => prose.toLowerCase().indexOf(text.toLowerCase());
  const place = at(value);
  return place >= 0 && others.every((other) => at(other) < 0 || at(other) > place);
}
