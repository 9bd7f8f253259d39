/** Links what an answer says in numbers, and the names of rows that it says them of, to the outputs. */
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
import { conflicts } from './match/conflicts.ts';
import { isInPoints } from './match/derivation-words.ts';
import { findSlip, isOfOtherKind } from './match/find-slip.ts';
import { hasUnit } from './match/has-unit.ts';
import { isCheckable } from './match/is-checkable.ts';
import type { Said } from './match/list-operands.ts';
import { type Counted, matchCounted, matchRank } from './match/match-counted.ts';
import { matchDerived } from './match/match-derived.ts';
import { type Candidate, matchDirect } from './match/match-direct.ts';
import { type LearnedUnits, learnUnits, matchLearned } from './match/match-learned.ts';
import { matchAlong, matchBeside, matchRange, matchRestated } from './match/match-restated.ts';
import type { Derived } from './match/match-sum.ts';
import { countDigits, isSmallCount } from './match/precision.ts';
import type { ValueIndex } from './match/value-index.ts';
import { linkNames } from './names/link-names.ts';
import { isAskedValue, makeAskedValue } from './source/asked-value.ts';
import type { SourceGroup, SourceValue } from './source/source-value.ts';
import { createSourceCache, type SourceCache } from './source-cache.ts';
import type { Amount } from './text/find-amounts.ts';

/**
 * Every quantity of an answer in Markdown, in order: numbers, percentages, amounts of money, dates, counts in words, and
 * ranks; and the names of rows that belong to them. `question`: empty where it is not known. Numbers in code and addresses and the numerals of lists are `given`.
 * Of a very long answer, those of the first 100,000 characters. Thousands of values take some tens of milliseconds;
 * with the same `cache` for many answers, those of outputs are read once.
 */
export function linkQuantities(
  answer: string,
  cells: readonly SourceCell[],
  question: string,
  cache: SourceCache = createSourceCache(),
): Quantity[] {
  const { mentions, hidden, ...read } = readMentions(answer);
  const { index, groups, names } = cache.read(cells);
  const sources: Sources = { index, groups, given: createGivenContext(question, cells) };
  const found = mentions.map((mention, at) => ({ mention, at, link: linkDirect(mention, sources) }));
  const direct: Direct = {
    found,
    bySentence: Map.groupBy(found, ({ mention }) => mention.sentence),
    learned: learnUnits(found.map(({ mention, link: { values } }) => ({ mention, values }))),
  };
  const linked = found.map((own) => {
    const { mention, link } = own;
    const derived =
      compareSaid(mention, direct, sources) ?? (link === UNKNOWN ? linkDerived(own, direct, sources) : link);
    return { mention, ...markSlip(mention, derived, direct, sources) };
  });
  const numbers = linked.map(({ mention: { start, end }, status, sources: of, instead }) => {
    const place = { kind: 'number' as const, start, end };
    return { ...place, status, sources: of, ...(instead ? { instead } : {}) };
  });
  const others = hidden.map(({ start, end }) => ({
    kind: 'number' as const,
    start,
    end,
    status: 'given' as const,
    sources: [],
  }));
  const taken = [...numbers, ...others];
  return [...taken, ...linkNames({ ...read, numbers: linked, taken }, names())]
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
  /** Those that `sources` show. */
  readonly said: readonly SourceValue[];
  readonly instead?: QuantitySource;
}

/** Sentences. */
const MAX_DISTANCE = 3;

const GIVEN: Link = { status: 'given', sources: [], values: [], said: [] };
const UNCLEAR: Link = { status: 'unclear', sources: [], values: [], said: [] };
/** Not found by itself; it may follow from others. */
const UNKNOWN: Link = { status: 'unfounded', sources: [], values: [], said: [] };

function linkDirect(mention: Mention, { index, groups, given }: Sources): Link {
  const { kind } = mention.amount;
  if (kind === 'multiple') return UNCLEAR;
  const { found, isCertain } =
    kind === 'ordinal' ? { found: [], isCertain: false } : matchDirect(mention, index);
  const values = found.map(({ value }) => value);
  if (isAsked(mention, given))
    return { ...GIVEN, values: values.length > 0 ? values : [makeAskedValue(mention.amount)] };
  const isExact = found.some(({ how }) => how === 'exact');
  if (isNamed(mention) || isQuarterName(mention, given) || (isMark(mention) && !isExact)) return GIVEN;
  if (found.length > 0)
    return isCertain
      ? { status: 'stated', sources: found.map(toSource), values, said: values }
      : { ...UNCLEAR, values };
  const counted = [...matchCounted(mention, groups), ...matchRank(mention, index)];
  return counted.length === 0
    ? UNKNOWN
    : {
        status: 'stated',
        sources: ofFirstCell(counted.map(toCountedSource)),
        values: [],
        said: counted.flatMap(({ value }) => value ?? []),
      };
}

function linkDerived({ mention, at }: Found, direct: Direct, { index, given }: Sources): Link {
  const neighbors = [direct.found[at - 1]?.mention, direct.found[at + 1]?.mention];
  const said = [...listSaid(mention, direct), ...listAsked(given, index)];
  const beside = said.filter(({ distance }) => distance === 0).map(({ value }) => value);
  // The unit is the answer’s word alone.
  if (matchLearned(mention, direct.learned, index).length > 0) return UNCLEAR;
  const again = [
    ...matchRestated(mention, said),
    ...matchBeside(mention, beside, index),
    ...matchAlong(mention, beside, index),
    ...matchRange(mention, neighbors, index),
  ];
  if (again.length > 0) {
    const isCertain =
      !isSmallCount(mention) &&
      again.every((value) => hasUnit(mention, value) && !conflicts(mention, value, index));
    const sources = ofFirstCell(again.map((value) => toValueSource(value, 'rounded')));
    return isCertain ? { status: 'stated', sources, values: [], said: again } : UNCLEAR;
  }
  const derived = matchDerived(mention, said, index);
  if (derived !== null) return derivedLink(mention, derived);
  if (isName(mention, given)) return GIVEN;
  const isInCode = given.parameters().has(Math.abs(mention.amount.value));
  return !isInCode && isCheckable(mention, said, listStated(mention, direct), index) ? UNKNOWN : UNCLEAR;
}

const MIN_DERIVED_DIGITS = 2;

function derivedLink(mention: Mention, { parts, how, isCertain }: Derived): Link {
  const shown = parts.filter((value) => !isAskedValue(value));
  const keepsUnit = how === 'difference' || how === 'sum';
  // Of two shares, the difference is in points.
  const isLoose = how === 'difference' && mention.unit?.dimension === 'percent' && !isInPoints(mention);
  const isSaid =
    !isLoose &&
    isCertain &&
    countDigits(mention.amount) >= MIN_DERIVED_DIGITS &&
    !isSmallCount(mention) &&
    shown.every(({ place }) => place.cell === shown[0]?.place.cell) &&
    (!keepsUnit || shown.every((value) => hasUnit(mention, value)));
  if (!isSaid) return UNCLEAR;
  const sources = shown.map((value) => toValueSource(value, how));
  return { status: 'derived', sources, values: [], said: shown };
}

/** What has no source, and nearly says a value that the sentence names, is marked with that value. */
function markSlip(mention: Mention, link: Link, direct: Direct, { index }: Sources): Link {
  if (link.status === 'given') return link;
  if (link.status !== 'unclear' && link.status !== 'unfounded') return link;
  const slip = findSlip(
    mention,
    listSaid(mention, direct, 0).map(({ value }) => value),
    index,
  );
  if (slip) return { ...UNKNOWN, instead: toValueSource(slip, 'exact') };
  return isOfOtherKind(mention, index) ? UNCLEAR : link;
}

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

/** The other numbers of its sentence that are near it, found or not. */
function listStated(mention: Mention, { bySentence }: Direct): Amount[] {
  const near = pickNear(mention, bySentence.get(mention.sentence) ?? [], MAX_STATED);
  return near.flatMap(({ mention: other }) => (other === mention || other.amount.date ? [] : other.amount));
}

const MAX_STATED = 6;

function pickNear(mention: Mention, all: readonly Found[], most = MAX_SAID): readonly Found[] {
  if (all.length <= most) return all;
  const at = all.findIndex(({ mention: other }) => other === mention);
  // Of a sentence before, its end.
  const first = at < 0 ? all.length - most : Math.max(0, at - most / 2);
  return all.slice(first, first + most);
}

const COMPARED = /^(?:[\s\u2060]+\p{L}+)?[\s\u2060]+(?:more|fewer|less|higher|lower) than(?!\p{L})/iu;

/** “44 more than Dream” is a difference of two that the sentence states, even where an output has a 44. */
function compareSaid(mention: Mention, direct: Direct, { index }: Sources): Link | null {
  if (!COMPARED.test(mention.after)) return null;
  const said = listSaid(mention, direct, 0);
  const derived = matchDerived(mention, said, index);
  const isSaid = derived?.parts.every((part) => said.some(({ value }) => value === part)) ?? false;
  return derived?.how === 'difference' && isSaid ? derivedLink(mention, derived) : null;
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

function toValueSource(value: SourceValue, how: SourceRelation): QuantitySource {
  const label = [value.row.text, value.column.text].filter((text) => text !== '').join(', ');
  return { ...value.place, printed: value.printed, label, how };
}

function toCountedSource({ group, printed, value }: Counted): QuantitySource {
  return value ? toValueSource(value, 'counted') : { ...group.place, printed, label: '', how: 'counted' };
}

function ofFirstCell(sources: readonly QuantitySource[]): QuantitySource[] {
  const first = Math.min(...sources.map(({ cell }) => cell));
  const own = sources.filter(({ cell }) => cell === first);
  return [...new Map(own.map((source) => [`${source.output} ${source.printed}`, source])).values()];
}
