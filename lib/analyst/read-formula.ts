/** "quantity times unit_price": two number columns and the operator between them make a column of their own. */
import type { Column, Dataset } from './dataset.ts';
import { findMentions, type Mention } from './match-columns.ts';
import { quote } from './python-literals.ts';
import { isMeasure } from './read-measures.ts';
import { readWords, type Word } from './words.ts';

const OPERATORS: readonly (readonly [words: RegExp, sign: string])[] = [
  [/^(times|x|multiplied by|multiplied with)$/, '*'],
  [/^(divided by)$/, '/'],
  [/^(plus)$/, '+'],
  [/^(minus)$/, '-'],
];

/** Signs between words as words, so that they survive the splitting into words. */
export function spellOperators(text: string): string {
  return text
    .replaceAll(/(?<=\p{L}\w*\)?\s*)[*×·](?=\s*\(?\p{L})/gu, ' times ')
    .replaceAll(/(?<=\p{L}\w*\)?\s+)[/÷](?=\s+\(?\p{L})/gu, ' divided by ')
    .replaceAll(/(?<=\p{L}\w*\)?\s+)[-−](?=\s+\(?\p{L})/gu, ' minus ')
    .replaceAll(/(?<=\p{L}\w*\)?\s+)\+(?=\s+\(?\p{L})/gu, ' plus ');
}

/** The first formula in the text, or null. */
export function readFormula(text: string, dataset: Dataset): Column | null {
  const words = readWords(text);
  const mentions = findMentions(words, dataset.columns).filter(({ column }) => isMeasure(column));
  for (const [index, left] of mentions.entries()) {
    const right = mentions[index + 1];
    const sign = right && findOperator(words, left, right);
    if (right && sign) return makeFormula(words, left, right, sign);
  }
  return null;
}

function findOperator(words: readonly Word[], left: Mention, right: Mention): string | null {
  const between = words
    .slice(left.to + 1, right.from)
    .map(({ lower }) => lower)
    .filter((word) => word !== 'the')
    .join(' ');
  return OPERATORS.find(([pattern]) => pattern.test(between))?.[1] ?? null;
}

function makeFormula(words: readonly Word[], left: Mention, right: Mention, sign: string): Column {
  const name = words
    .slice(left.from, right.to + 1)
    .map(({ lower }) => lower)
    .join(' ');
  const source = (mention: Mention) => `df[${quote(mention.column.name)}]`;
  return {
    name,
    kind: 'number',
    integer: left.column.integer && right.column.integer && sign !== '/',
    missing: Math.max(left.column.missing, right.column.missing),
    unique: Math.max(left.column.unique, right.column.unique),
    examples: [],
    span: null,
    formula: `${source(left)} ${sign} ${source(right)}`,
  };
}
