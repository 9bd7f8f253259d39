/** Values that a number of the answer may follow from. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import { findAgreement } from './agreement.ts';
import { isName } from './is-name.ts';
import type { ValueIndex } from './value-index.ts';

/** What another number of the answer was found to say. */
export interface Said {
  readonly value: SourceValue;
  /** Sentences between the two; 0 for the same. */
  readonly distance: number;
}

export interface Operand extends Said {
  /** Whether the sentence, or what is above it, names its row; `distance` is infinite if no number near says the value. */
  readonly isRow: boolean;
}

/** A word that is in more rows says nothing of one of them. */
const [MAX_WITH_WORD, MAX_WITH_WORD_ABOVE] = [400, 50];
const MAX_NAMED = 60;

/** The numbers that are said first, in the order of the answer. */
export function listOperands(
  mention: Mention,
  said: readonly Said[],
  given: readonly SourceValue[],
  index: ValueIndex,
): Operand[] {
  const found = new Map<SourceValue, Operand>();
  const add = (operand: Operand) => {
    const known = found.get(operand.value)?.distance ?? Infinity;
    if (
      !isName(operand.value) &&
      operand.value.at[0] >= 0 &&
      (known > operand.distance || known === Infinity)
    )
      found.set(operand.value, operand);
  };
  for (const each of said) add({ ...each, isRow: false });
  for (const value of given) add({ value, distance: 1, isRow: false });
  for (const value of listNamed(mention, index)) add({ value, distance: Infinity, isRow: true });
  return [...found.values()];
}

function listNamed(mention: Mention, index: ValueIndex): SourceValue[] {
  const above = [...index.named(mention.leadStems, MAX_WITH_WORD_ABOVE)].filter(
    ({ group }) => group.kind === 'table',
  );
  const named = [...index.named(mention.stems, MAX_WITH_WORD)].map((value) => ({
    value,
    score: findAgreement(mention, value).score,
  }));
  const best = named.toSorted((a, b) => b.score - a.score).map(({ value }) => value);
  return [...best, ...above].filter(({ date }) => date === null).slice(0, MAX_NAMED);
}
