/** Values that a number of the answer may follow from. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceValue } from '../source/source-value.ts';
import { findAgreement } from './agreement.ts';
import { isName } from './is-name.ts';
import type { ValueIndex, ValueList } from './value-index.ts';

/** What another number of the answer was found to say. */
export interface Said {
  readonly value: SourceValue;
  /** Sentences between the two; 0 for the same. */
  readonly distance: number;
}

export interface Operand {
  readonly value: SourceValue;
  /** From {@link END} to {@link SAID}. */
  readonly trust: number;
}

/** Said beside the number, named by the words beside it, or an end of a column that those name. */
export const [SAID, NAMED, END] = [3, 2, 1];
const NAMED_ABOVE = 1.5;
const MAX_OPERANDS = 40;
/** What is said a sentence earlier is a little less likely to be meant. */
const FADE = 0.25;

export function listOperands(mention: Mention, said: readonly Said[], index: ValueIndex): Operand[] {
  const found = new Map<SourceValue, Candidate>();
  const add = (candidate: Candidate) => {
    const known = found.get(candidate.value)?.trust ?? 0;
    if (!isName(candidate.value) && known < candidate.trust) found.set(candidate.value, candidate);
  };
  for (const { value, distance } of said) add({ value, trust: SAID - distance * FADE, score: 100 });
  for (const { value } of said.filter(({ distance }) => distance === 0)) {
    for (const other of index.besides(value)) add({ value: other, trust: NAMED, score: 50 });
  }
  const { named, columns } = findNamed(mention, index);
  for (const candidate of toBest(named)) add(candidate);
  for (const { value } of toBest([...found.values()])) {
    for (const total of index.totalsOf(value)) add({ value: total, trust: END, score: 0.5 });
  }
  // “The only dip was ep4 (662 fewer)” is measured against the row before.
  for (const { value, trust, score } of toBest([...found.values()]).filter((each) => each.trust >= NAMED)) {
    const previous = index.previousOf(value);
    if (previous && trust >= NAMED) add({ value: previous, trust: END, score: score / 100 });
  }
  for (const value of columns.flatMap(({ ends }) => ends)) {
    add({ value, trust: END, score: 0 });
  }
  return toBest([...found.values()]);
}

function toBest(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => b.trust - a.trust || b.score - a.score).slice(0, MAX_OPERANDS);
}

interface Candidate extends Operand {
  readonly score: number;
}

/** A word that is in more rows says nothing of one of them. */
const [MAX_NAMED, MAX_NAMED_ABOVE] = [400, 50];

/** Values that words of the sentence name, and columns that they name. */
function findNamed(mention: Mention, index: ValueIndex): { named: Candidate[]; columns: ValueList[] } {
  const found = index.named(mention.stems, MAX_NAMED);
  const ofRows = [...found].map((value) => ({
    value,
    trust: NAMED,
    score: findAgreement(mention, value).score,
  }));
  const columns = index.columns.filter(({ values }) => {
    const stems = values[0]?.column.stems ?? new Set();
    return stems.size === 0 ? values.some((value) => found.has(value)) : isNamedBy(stems, mention.stems);
  });
  // “The gap between them” is about what the sentence before has named.
  const above = [...index.named(mention.leadStems, MAX_NAMED_ABOVE)]
    .filter((value) => value.group.kind === 'table' && !found.has(value))
    .map((value) => ({ value, trust: NAMED_ABOVE, score: 0 }));
  return { named: [...ofRows, ...above], columns };
}

function isNamedBy(stems: ReadonlySet<unknown>, words: ReadonlySet<string>): boolean {
  return [...words].some((stem) => stems.has(stem));
}
