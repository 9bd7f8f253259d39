/** “Twice as many”, “a third”: ratios in words, which are so rough that only values that the sentence is about count. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import { isName } from './is-name.ts';
import type { Said } from './list-operands.ts';
import type { Derived } from './match-sum.ts';
import { type Range, toRange } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

const MAX_NAMED = 60;
/** “More than twice” is less than three times. */
const OPEN = 0.5;

export function matchMultiple(mention: Mention, said: readonly Said[], index: ValueIndex): Derived | null {
  const range = widen(mention, toRange(mention));
  const isWithin = (ratio: number) => ratio >= range.from && ratio <= range.to;
  const near = said.filter(({ distance }) => distance === 0).map(({ value }) => value);
  const share = near.find((value) => isWithin(toFraction(value)));
  if (share && mention.amount.value < 1) return { parts: [share], how: 'rounded' };
  const named = [...index.named(mention.stems, MAX_NAMED)];
  for (const list of [near, named]) {
    for (const left of list) {
      const right = list.find((other) => isPair(left, other) && isWithin(toRatio(mention, left, other)));
      if (right) return { parts: [left, right], how: 'ratio' };
    }
  }
  return null;
}

function widen({ before, amount }: Mention, range: Range): Range {
  const size = amount.value;
  if (
    /(?:more than|over|above|well over|mehr als|über|más d(?:e|el)|plus d(?:e|u)|(?:a )?good)\s*$/iu.test(
      before,
    )
  )
    return { from: size, to: size * (1 + OPEN) };
  if (/(?:under|less than|below|nearly|almost|not quite|fast|knapp|casi|presque|près de)\s*$/iu.test(before))
    return { from: size * (1 - OPEN / 2), to: size };
  return range;
}

function toFraction({ value, unit, isShare }: SourceValue): number {
  if (unit.unit?.dimension === 'percent') return value * unit.unit.factor;
  return isShare && Math.abs(value) > 1 ? value / 100 : value;
}

/** What has halved went from the first to the second; twice as many is the larger one by the smaller. */
function toRatio({ amount }: Mention, left: SourceValue, right: SourceValue): number {
  const [low, high] = [left.value, right.value].toSorted((a, b) => a - b);
  const ratio = (high ?? 0) / (low || Number.NaN);
  return amount.value < 1 ? 1 / ratio : ratio;
}

function isPair(a: SourceValue, b: SourceValue): boolean {
  if (a === b || isName(a) || isName(b) || a.value <= 0 || b.value <= 0) return false;
  if (a.unit.unit?.dimension !== b.unit.unit?.dimension) return false;
  if (a.group !== b.group) return false;
  return a.group.kind === 'table' ? a.at[1] === b.at[1] || a.at[0] === b.at[0] : true;
}
