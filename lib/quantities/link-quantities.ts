/** Links what an answer says in numbers to the outputs that say it. */
import {
  createGivenContext,
  type GivenContext,
  isAsked,
  isMark,
  isName,
  isNamed,
  isQuarterName,
} from './answer/is-given.ts';
import { type Mention, readMentions } from './answer/read-mentions.ts';
import type {
  Quantity,
  QuantitySource,
  QuantityStatus,
  SourceCell,
  SourceRelation,
} from './finding/quantity.ts';
import type { Said } from './match/list-operands.ts';
import { isBeyond, matchLimit, matchListed, matchSize, readLimit } from './match/match-condition.ts';
import { type Counted, matchCounted, matchRank, matchRankOfSaid, matchSigns } from './match/match-counted.ts';
import { matchDerived } from './match/match-derived.ts';
import { type Candidate, matchDirect } from './match/match-direct.ts';
import { type LearnedUnits, learnUnits, matchLearned } from './match/match-learned.ts';
import { matchMultiple } from './match/match-multiple.ts';
import { matchAlong, matchBeside, matchRange, matchRestated } from './match/match-restated.ts';
import type { ValueIndex } from './match/value-index.ts';
import { isAskedValue, makeAskedValue } from './source/asked-value.ts';
import type { SourceGroup, SourceValue } from './source/source-value.ts';
import { createSourceCache, type SourceCache } from './source-cache.ts';

/**
 * Every quantity of an answer in Markdown, in order: numbers, percentages, amounts of money, dates, counts in words, and
 * ranks. `question`: empty where it is not known. Numbers in code and addresses and the numerals of lists are `given`.
 * Of a very long answer, those of the first 100,000 characters. Thousands of values take some tens of milliseconds;
 * with the same `cache` for many answers, those of outputs are read once.
 */
export function linkQuantities(
  answer: string,
  cells: readonly SourceCell[],
  question: string,
  cache: SourceCache = createSourceCache(),
): Quantity[] {
  const { mentions, hidden } = readMentions(answer);
  if (mentions.length + hidden.length === 0) return [];
  const { index, groups } = cache.read(cells);
  const sources: Sources = { index, groups, given: createGivenContext(question, cells) };
  const found = mentions.map((mention, at) => ({ mention, at, link: linkDirect(mention, sources) }));
  const direct: Direct = {
    found,
    bySentence: Map.groupBy(found, ({ mention }) => mention.sentence),
    learned: learnUnits(found.map(({ mention, link: { values } }) => ({ mention, values }))),
  };
  const links = found.map((own) => {
    const { mention, link } = own;
    return {
      mention,
      link:
        compareSaid(mention, direct, sources) ??
        (link === UNKNOWN ? linkDerived(own, direct, sources) : link),
    };
  });
  // The 30 of “above 30 °C on 3 days” sets what is counted.
  const counting = new Set(links.flatMap(({ mention, link }) => (link.isBeyond ? mention.sentence : [])));
  const linked = links.map(({ mention, link }) => {
    const isLimit = counting.has(mention.sentence) && !link.isBeyond && readLimit(mention) !== null;
    const { status, sources: of } = isLimit ? GIVEN : link;
    return { start: mention.start, end: mention.end, status, sources: of };
  });
  const names = hidden.map(({ start, end }) => ({ start, end, status: 'given' as const, sources: [] }));
  return [...linked, ...names]
    .map((each) => ({ ...each, text: answer.slice(each.start, each.end) }))
    .toSorted((a, b) => a.start - b.start);
}

/** A mention and what it says itself. */
interface Found {
  readonly mention: Mention;
  /** Its index among all. */
  readonly at: number;
  readonly link: Link;
}

interface Direct {
  readonly found: readonly Found[];
  readonly bySentence: ReadonlyMap<number, readonly Found[]>;
  readonly learned: LearnedUnits;
}

interface Sources {
  readonly index: ValueIndex;
  readonly groups: readonly SourceGroup[];
  readonly given: GivenContext;
}

interface Link {
  readonly status: QuantityStatus;
  readonly sources: readonly QuantitySource[];
  /** What the number says, for those beside it. */
  readonly values: readonly SourceValue[];
  /** Whether it counts what is beyond a limit of the sentence. */
  readonly isBeyond?: boolean;
}

/** Sentences. */
const MAX_DISTANCE = 3;

const GIVEN: Link = { status: 'given', sources: [], values: [] };
const UNKNOWN: Link = { status: 'unfounded', sources: [], values: [] };

function linkDirect(mention: Mention, { index, groups, given }: Sources): Link {
  const { kind } = mention.amount;
  if (kind === 'multiple') return UNKNOWN;
  const found = kind === 'ordinal' ? [] : matchDirect(mention, index);
  if (isAsked(mention, given)) {
    const values = found.map(({ value }) => value);
    return { ...GIVEN, values: values.length > 0 ? values : [makeAskedValue(mention.amount)] };
  }
  const isExact = found.some(({ how }) => how === 'exact');
  if (isNamed(mention) || isQuarterName(mention, given) || (isMark(mention) && !isExact)) return GIVEN;
  if (found.length > 0) {
    return {
      status: 'stated',
      sources: found.toSorted((a, b) => a.value.place.cell - b.value.place.cell).map(toSource),
      values: found.map(({ value }) => value),
    };
  }
  const counted = [
    ...matchCounted(mention, groups),
    ...matchRank(mention, index),
    ...matchSigns(mention, index),
  ];
  return counted.length === 0 ? UNKNOWN : countedLink(counted);
}

function linkDerived({ mention, at }: Found, direct: Direct, { index, groups, given }: Sources): Link {
  const neighbors = [direct.found[at - 1]?.mention, direct.found[at + 1]?.mention];
  const said = [...listSaid(mention, direct), ...listAsked(given, index)];
  const beside = said.filter(({ distance }) => distance === 0).map(({ value }) => value);
  const limits = (direct.bySentence.get(mention.sentence) ?? []).flatMap(
    (other) => (other.mention === mention ? null : readLimit(other.mention)) ?? [],
  );
  const beyond = matchLimit(mention, limits, beside, index);
  if (beyond.length > 0) return { ...countedLink(beyond), isBeyond: true };
  const ranked = [...matchRankOfSaid(mention, beside, index), ...matchListed(mention, index)];
  if (ranked.length > 0) return countedLink(ranked);
  const converted = matchLearned(mention, direct.learned, index).slice(0, MAX_LEARNED);
  if (converted.length > 0)
    return {
      status: 'stated',
      sources: distinct(converted.map((value) => toValueSource(value, 'scaled'))),
      values: [],
    };
  const again = [
    ...matchRestated(mention, said),
    ...matchBeside(mention, beside, index),
    ...matchAlong(mention, beside, index),
    ...matchRange(mention, neighbors, index),
  ];
  if (again.length > 0)
    return {
      status: 'stated',
      sources: distinct(again.map((value) => toValueSource(value, 'rounded'))),
      values: [],
    };
  const derived =
    mention.amount.kind === 'multiple'
      ? matchMultiple(mention, said, index)
      : matchDerived(mention, said, index);
  if (derived !== null) {
    const { parts, how } = derived;
    const shown = parts.filter((value) => !isAskedValue(value));
    return { status: 'derived', sources: shown.map((value) => toValueSource(value, how)), values: [] };
  }
  if (isName(mention, given) || isMet(mention, beside)) return GIVEN;
  if (mention.amount.kind === 'digits' && index.isBand(Math.abs(mention.amount.value))) return GIVEN;
  const rows = matchSize(mention, groups, index);
  return rows.length > 0 ? countedLink(rows) : UNKNOWN;
}

/** “Above 95 % from 10:00 (96.6 %)”: a round limit that what the sentence states is beyond claims no more than that. */
function isMet(mention: Mention, said: readonly SourceValue[]): boolean {
  const limit = readLimit(mention);
  const { roundStep, step, value } = mention.amount;
  if (limit === null || (roundStep === step && value % 5 !== 0)) return false;
  return said.some((other) => {
    const size =
      Math.abs(other.value) * (other.step < 1 && Math.abs(other.value) <= 1.5 ? 1 / limit.factor : 1);
    return isBeyond(size, limit) && size < value * 2 && size > value / 2;
  });
}

/** Sources of one number. */
const MAX_LEARNED = 3;

/** Of one sentence, numbers that are looked at: those nearest to another one. */
const MAX_SAID = 30;

/** What the numbers of the same sentence, and of those shortly before, say; in the order of the answer. */
function listSaid(mention: Mention, { bySentence }: Direct, furthest = MAX_DISTANCE): Said[] {
  const said: Said[] = [];
  for (let distance = furthest; distance >= 0; distance--) {
    const all = bySentence.get(mention.sentence - distance) ?? [];
    for (const { mention: other, link } of pickNear(mention, all)) {
      if (other === mention) continue;
      for (const value of link.values.slice(0, 2)) said.push({ value, distance });
    }
  }
  return said;
}

function pickNear(mention: Mention, all: readonly Found[]): readonly Found[] {
  if (all.length <= MAX_SAID) return all;
  const at = all.findIndex(({ mention: other }) => other === mention);
  // Of a sentence before, its end.
  const first = at < 0 ? all.length - MAX_SAID : Math.max(0, at - MAX_SAID / 2);
  return all.slice(first, first + MAX_SAID);
}

const COMPARED = /^(?:[\s\u2060]+\p{L}+)?[\s\u2060]+(?:more|fewer|less|higher|lower) than(?!\p{L})/iu;

/** “44 more than Dream” is a difference of two that the sentence states, even where an output has a 44. */
function compareSaid(mention: Mention, direct: Direct, { index }: Sources): Link | null {
  if (!COMPARED.test(mention.after)) return null;
  const said = listSaid(mention, direct, 0);
  const derived = matchDerived(mention, said, index);
  if (
    derived?.how !== 'difference' ||
    !derived.parts.every((part) => said.some(({ value }) => value === part))
  )
    return null;
  return {
    status: 'derived',
    sources: derived.parts.map((value) => toValueSource(value, derived.how)),
    values: [],
  };
}

/** What the question has is there to be measured against: a target. */
function listAsked({ asked }: GivenContext, index: ValueIndex): Said[] {
  const targets = asked.filter(({ date, value }) => date === null && Math.abs(value) >= MIN_TARGET);
  return targets.flatMap((amount) => {
    const size = Math.abs(amount.value);
    const shown = index.within(size, size, 2);
    return [...shown, makeAskedValue(amount)].map((value) => ({ value, distance: 1 }));
  });
}

const MIN_TARGET = 100;

function toSource({ value, how }: Candidate): QuantitySource {
  return toValueSource(value, how);
}

function countedLink(counted: readonly Counted[]): Link {
  return { status: 'stated', sources: distinct(counted.map(toCountedSource)), values: [] };
}

function toValueSource(value: SourceValue, how: SourceRelation): QuantitySource {
  const label = [value.row.text, value.column.text].filter((text) => text !== '').join(', ');
  return { ...value.place, printed: value.printed, label, how };
}

function toCountedSource({ group, printed, value }: Counted): QuantitySource {
  return value ? toValueSource(value, 'counted') : { ...group.place, printed, label: '', how: 'counted' };
}

function distinct(sources: readonly QuantitySource[]): QuantitySource[] {
  return [
    ...new Map(
      sources.map((source) => [`${source.cellId} ${source.output} ${source.printed}`, source]),
    ).values(),
  ];
}
