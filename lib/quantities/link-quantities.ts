/** Links what an answer says in numbers to the outputs. */
import {
  createGivenContext,
  type GivenContext,
  isAsked,
  isKnown,
  isMark,
  isName,
  isNamed,
} from './answer/is-given.ts';
import type { Span } from './answer/read-blocks.ts';
import { type Mention, readMentions } from './answer/read-mentions.ts';
import type {
  Quantity,
  QuantitySource,
  QuantityStatus,
  SourceCell,
  SourceRelation,
} from './finding/quantity.ts';
import { type Derived, deriveNumber } from './match/derive-number.ts';
import { findSlip } from './match/find-slip.ts';
import { hasUnit } from './match/has-unit.ts';
import { isReached } from './match/is-reached.ts';
import type { Said } from './match/list-operands.ts';
import { matchDirect } from './match/match-direct.ts';
import { countDigits, isSmallCount } from './match/precision.ts';
import type { ValueIndex } from './match/value-index.ts';
import { isGivenValue } from './source/given-value.ts';
import type { SourceValue } from './source/source-value.ts';
import { createSourceCache, type SourceCache } from './source-cache.ts';
import type { Amount } from './text/find-amounts.ts';

export interface LinkOptions {
  /** Numbers that earlier answers had, and that were found. Asked for once, and only if a number is found nowhere. Default: none. */
  readonly known?: () => readonly string[];
  /** Rows and columns of variables that the model was shown. Default: none. */
  readonly sizes?: readonly number[];
  /** If the same cache is given for many answers, outputs are read once. Default: a new one. */
  readonly cache?: SourceCache;
}

/**
 * Every quantity in digits of an answer in Markdown, in order: numbers, percentages, amounts of money, and dates. `question`: empty where it is not
 * known. Numbers in code and addresses and the numerals of lists are `given`.
 * Of a very long answer, those of the first 100,000 characters. Thousands of values take some tens of milliseconds.
 */
export function linkQuantities(
  answer: string,
  cells: readonly SourceCell[],
  question: string,
  { known = () => [], sizes = [], cache = createSourceCache() }: LinkOptions = {},
): Quantity[] {
  const { mentions, hidden } = readMentions(answer);
  const { index } = cache.read(cells);
  const sources: Sources = {
    index,
    given: createGivenContext({ question, known, sizes }, cells),
    isSilent: cells.length > 0 && index.countWithin(0, Number.POSITIVE_INFINITY) === 0,
  };
  const found = mentions.map((mention) => ({ mention, link: linkDirect(mention, sources) }));
  const bySentence = Map.groupBy(found, ({ mention }) => mention.sentence);
  const linked = found.map(({ mention, link }) => {
    const isOpen = link === UNKNOWN || COMPARED.test(mention.after);
    const followed = isOpen ? linkDerived(mention, link, bySentence, sources) : link;
    return toQuantity(answer, mention, markSlip(mention, followed, bySentence, sources));
  });
  const others = hidden.map((place) => toQuantity(answer, place, GIVEN));
  return [...linked, ...others].toSorted((a, b) => a.start - b.start);
}

function toQuantity(answer: string, { start, end }: Span, { status, sources, instead }: Link): Quantity {
  const place = { kind: 'number' as const, start, end, text: answer.slice(start, end) };
  return { ...place, status, sources, ...(instead ? { instead } : {}) };
}

/** A mention and what it says itself. */
interface Found {
  readonly mention: Mention;
  readonly link: Link;
}

type BySentence = ReadonlyMap<number, readonly Found[]>;

interface Sources {
  readonly index: ValueIndex;
  readonly given: GivenContext;
  /** Whether code has shown no number at all: what follows from numbers of the answer comes from nothing. */
  readonly isSilent: boolean;
}

interface Link {
  readonly status: QuantityStatus;
  readonly sources: readonly QuantitySource[];
  /** What the number says, for those beside it. */
  readonly values: readonly SourceValue[];
  readonly instead?: QuantitySource;
}

const GIVEN: Link = { status: 'given', sources: [], values: [] };
const UNCLEAR: Link = { status: 'unclear', sources: [], values: [] };
/** Not found by itself; it may follow from others. */
const UNKNOWN: Link = { status: 'unfounded', sources: [], values: [] };

function linkDirect(mention: Mention, { index, given }: Sources): Link {
  const { found, isCertain } = matchDirect(mention, index);
  const values = found.map(({ value }) => value);
  if (isAsked(mention, given))
    return {
      ...GIVEN,
      values:
        values.length > 0 ? values : given.targets().filter(({ value }) => value === mention.amount.value),
    };
  const isExact = found.some(({ how }) => how === 'exact');
  if (isNamed(mention, given) || (isMark(mention) && !isExact)) return GIVEN;
  if (found.length === 0) return UNKNOWN;
  if (!isCertain) return { ...UNCLEAR, values };
  return { status: 'stated', sources: found.map(({ value, how }) => toSource(value, how)), values };
}

/** “44 more than Dream”: a difference, even where an output has a 44. */
const COMPARED = /^(?:[\s\u2060]+\p{L}+)?[\s\u2060]+(?:more|fewer|less|higher|lower) than(?!\p{L})/iu;

function linkDerived(mention: Mention, link: Link, bySentence: BySentence, sources: Sources): Link {
  const { index, given, isSilent } = sources;
  const derived = deriveNumber(mention, listSaid(mention, bySentence), given.targets(), index);
  const followed = derived && toLink(mention, derived);
  if (link !== UNKNOWN) return followed?.status === 'derived' ? followed : link;
  if (followed) return followed;
  if (isName(mention, given) || isKnown(mention, given)) return GIVEN;
  const stated = [...listStated(mention, bySentence), ...given.asked];
  return isCheckable(mention, given, index) && (isSilent || !isReached(mention, stated, index))
    ? UNKNOWN
    : UNCLEAR;
}

/** Digits that say something. With one, a number is written in ways, or follows in steps, that are not looked up. */
const MIN_DIGITS = 2;

function isCheckable({ amount }: Mention, given: GivenContext, index: ValueIndex): boolean {
  const size = Math.abs(amount.value);
  const isElsewhere = index.isNameOrSize(size) || given.parameters().has(size);
  return amount.date === null && countDigits(amount) >= MIN_DIGITS && !isElsewhere;
}

function toLink(mention: Mention, { parts, how, isCertain }: Derived): Link {
  const shown = parts.filter((value) => !isGivenValue(value));
  const isSaid =
    isCertain &&
    countDigits(mention.amount) >= MIN_DIGITS &&
    !isSmallCount(mention) &&
    shown.every(({ place }) => place.cell === shown[0]?.place.cell) &&
    (how === 'ratio' || shown.every((value) => hasUnit(mention, value)));
  return isSaid
    ? { status: 'derived', sources: shown.map((value) => toSource(value, how)), values: [] }
    : UNCLEAR;
}

/** What has no source, and nearly says a value that the sentence names, is marked with that value. */
function markSlip(mention: Mention, link: Link, bySentence: BySentence, { index }: Sources): Link {
  if (link.status !== 'unclear' && link.status !== 'unfounded') return link;
  const said = listSaid(mention, bySentence, 0).map(({ value }) => value);
  const slip = findSlip(mention, said, index);
  return slip ? { ...UNKNOWN, instead: toSource(slip, 'exact') } : link;
}

/** Sentences, and of one sentence, numbers that are looked at: those nearest to another one. */
const [MAX_DISTANCE, MAX_SAID, MAX_STATED] = [3, 30, 6];

/** What the numbers of the same sentence, and of those shortly before, say; in the order of the answer. */
function listSaid(mention: Mention, bySentence: BySentence, furthest = MAX_DISTANCE): Said[] {
  const said: Said[] = [];
  for (let distance = furthest; distance >= 0; distance--) {
    const all = bySentence.get(mention.sentence - distance) ?? [];
    for (const { mention: other, link } of pickNear(mention, all, MAX_SAID)) {
      if (other === mention) continue;
      for (const value of link.values.slice(0, 2)) said.push({ value, distance });
    }
  }
  return said;
}

/** The other numbers of its sentence that are near it, found or not. */
function listStated(mention: Mention, bySentence: BySentence): Amount[] {
  const near = pickNear(mention, bySentence.get(mention.sentence) ?? [], MAX_STATED);
  return near.flatMap(({ mention: other }) => (other === mention || other.amount.date ? [] : other.amount));
}

function pickNear(mention: Mention, all: readonly Found[], most: number): readonly Found[] {
  if (all.length <= most) return all;
  const at = all.findIndex(({ mention: other }) => other === mention);
  // Only the end of an earlier sentence is taken.
  const first = at < 0 ? all.length - most : Math.max(0, at - most / 2);
  return all.slice(first, first + most);
}

function toSource(value: SourceValue, how: SourceRelation): QuantitySource {
  const label = [value.row.text, value.column.text].filter((text) => text !== '').join(', ');
  return { ...value.place, printed: value.printed, label, how };
}
