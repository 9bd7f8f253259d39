/** The word that a value is a part of: `2.9.1`, `2026-01-31`, `1'234.50`, `SKU-17`. A part of it alone would be another value. */
import { type DecimalMark, findDecimalMark } from '../../quantities/text/decimal-mark.ts';
import type { Token } from './read-tokens.ts';

export interface Word {
  /** Where it begins in its line. */
  readonly start: number;
  readonly text: string;
  /** The words before it, which say what it is: `mean`, of `min 1.2 mean`. */
  readonly label: string;
  /** Commas, or one blank, separate it from other digits, or belong to a number of which it is a part. */
  readonly isUnclear: boolean;
}

export interface TokenLine {
  readonly line: string;
  readonly tokens: readonly Token[];
  /** Where each token begins. */
  readonly starts: readonly number[];
  readonly mark: DecimalMark;
}

export function toTokenLine(line: string, tokens: readonly Token[]): TokenLine {
  let at = 0;
  const starts = tokens.map(({ text }) => {
    at += text.length;
    return at - text.length;
  });
  return { line, tokens, starts, mark: findDecimalMark(line) };
}

const BREAK = /[\s,;:|│()[\]{}"'`=<>*]/;
/** Between digits, they belong to a number or to a time. */
const JOINT = /['\u00a0\u202f\u2009:]/;
/** A longer word holds data. */
const MAX_LENGTH = 40;

export function readWord(within: TokenLine, index: number): Word {
  const { line, tokens, starts } = within;
  const first = starts[index] ?? 0;
  const token = tokens[index]?.text ?? '';
  const { start, end } = findWord(within, first, first + token.length);
  let own = index;
  while ((starts[own] ?? 0) > start) own--;
  const before = starts[own] === start ? own - 1 : own;
  const label = tokens[before]?.kind === 'text' ? shortenLabel(line.slice(starts[before], start)) : '';
  const text = line.slice(start, end);
  const isUnclear =
    /\d,$/.test(line.slice(0, start)) ||
    /^,\d/.test(line.slice(end)) ||
    (/\d $/.test(line.slice(0, start)) && /^\d/.test(text)) ||
    (/\d$/.test(text) && /^ \d/.test(line.slice(end)));
  return { start, text, label, isUnclear };
}

function findWord(within: TokenLine, first: number, last: number): { start: number; end: number } {
  const { line } = within;
  let [start, end] = [first, last];
  while (start > 0 && !isBreak(within, start - 1)) start--;
  while (end < line.length && !isBreak(within, end)) end++;
  while (end > last && /[.!?…]/.test(line.charAt(end - 1))) end--;
  // A negative amount, as accountants write it, is not what follows the name of a function.
  const isBracketed = line.charAt(start - 1) === '(' && line.charAt(end) === ')';
  if (isBracketed && !/\w/.test(line.charAt(start - 2))) [start, end] = [start - 1, end + 1];
  return end - start > MAX_LENGTH ? { start: first, end: last } : { start, end };
}

function isBreak({ line, mark }: TokenLine, at: number): boolean {
  const sign = line.charAt(at);
  if (!BREAK.test(sign)) return false;
  const isJoint = JOINT.test(sign) || (sign === ',' && mark === ',');
  return !(isJoint && /\d/.test(line.charAt(at - 1)) && /\d/.test(line.charAt(at + 1)));
}

const MAX_LABEL = 40;

function shortenLabel(before: string): string {
  const words = before.replaceAll(/[\s:=,|([{'"]+$/g, '').replace(/^[\s,;|)\]}>'"]+/, '');
  return words.length > MAX_LABEL ? `…${words.slice(-MAX_LABEL)}` : words;
}
