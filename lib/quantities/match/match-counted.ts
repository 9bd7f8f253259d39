/** Numbers that an output shows without printing them: how many rows a table has, and which place a row takes. */
import type { Mention } from '../answer/read-mentions.ts';
import type { SourceGroup, SourceValue } from '../source/source-value.ts';
import { readStems, readWords } from '../text/words.ts';
import { findAgreement } from './agreement.ts';
import { readDerivationWords } from './derivation-words.ts';
import { isSmallCount } from './precision.ts';
import type { ValueIndex } from './value-index.ts';

export interface Counted {
  readonly group: SourceGroup;
  readonly printed: string;
  /** The value whose place was counted; null for rows. */
  readonly value: SourceValue | null;
}

const ROW_NOUNS = new Set(['row', 'entry', 'item', 'group', 'categori', 'category']);
const MAX_NOUN_DISTANCE = 4;

const PART_AFTER =
  /^[\s\u2060]+(?:out )?of (?:(?:the|all|these|those|our|its|their) )?(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\p{L}))/iu;

/** Tables and lists with as many rows, of what the answer counts. */
export function matchCounted(mention: Mention, groups: readonly SourceGroup[]): Counted[] {
  const { amount, after, text } = mention;
  const { isTimes } = readDerivationWords(mention);
  // Months can be counted, kilograms cannot.
  const isNoun = amount.unit === null || /^(?:time|months)$/.test(amount.unit.dimension);
  const isCount = isNoun && !isTimes && Number.isInteger(amount.value) && !isSmallCount(mention);
  if (!isCount || amount.kind === 'ordinal') return [];
  const nouns = readWords(`${text}${after.slice(0, 60)}`.split(/[,;:.(]/)[0] ?? '').slice(
    0,
    MAX_NOUN_DISTANCE,
  );
  // “Two of the four groups” counts some of them.
  const isRow = !PART_AFTER.test(after);
  const sized = groups.filter(({ kind, rows }) => kind !== 'lines' && rows === amount.value);
  // Labels in English cannot agree with a noun in another language; one table of that size is evidence enough.
  const isTranslated = mention.isForeign && sized.length === 1 && nouns.length > 0;
  return sized
    .filter(
      ({ kind, nouns: own }) =>
        nouns.some(({ stem }) => own.has(stem) || (isRow && kind === 'table' && ROW_NOUNS.has(stem))) ||
        isTranslated,
    )
    .map((group) => ({
      group,
      printed: `${group.rows} ${group.kind === 'items' ? 'items' : 'rows'}`,
      value: null,
    }));
}

/** The row that the sentence names, if it has that place among the values of a column. */
export function matchRank(mention: Mention, index: ValueIndex): Counted[] {
  if (mention.amount.kind !== 'ordinal' || isOfOrder(mention)) return [];
  // “Highest first, only the first” names no row called “first place without its largest”, but “Max came second” one called “Max”.
  const ranks = readStems(`${mention.text.replaceAll(/\d/g, '')} highest lowest`);
  const isNamed = ({ row, around }: SourceValue) =>
    row.stems.size === 1 ||
    [row, around].some(({ stems }) => [...stems].some((stem) => mention.stems.has(stem) && !ranks.has(stem)));
  const named = new Set([...index.named(mention.stems, MAX_NAMED)].filter(isNamed));
  const found = index.columns.flatMap(({ values, isWhole }) => {
    const told = isWhole && values.length <= MAX_RANKED ? tellApart(mention, values) : [];
    const value = findNearest(
      mention,
      told.filter((each) => named.has(each)),
    );
    const isRight = value !== undefined && hasPlace(value, values, mention.amount.value);
    return isRight ? [{ group: value.group, printed: value.printed, value }] : [];
  });
  // Of several columns in which it has that place, the words have to name one, if they have names.
  const isNameless = found.every(({ group, value }) => group === found[0]?.group && value.column.text === '');
  if (isNameless) return found;
  const meant = found.filter(({ value }) => [...value.column.stems].some((stem) => mention.stems.has(stem)));
  return found.length === 1 ? found : meant.length === 1 ? meant : [];
}

const [MAX_NAMED, MAX_RANKED] = [100, 500];

const SORTED =
  /(?<!\p{L})(?:highest|lowest|largest|smallest|biggest|latest|earliest|newest|oldest|most|least|fewest|longest|shortest)(?!\p{L})[^,;.:]*$/iu;

/** “Highest age first” and “only the first” say how rows are sorted and which are shown, of whatever name they are. */
function isOfOrder({ before, after }: Mention): boolean {
  const isEnd = /^[\s\u2060]*(?:[,;.:)]|$)/u.test(after);
  return /(?<!\p{L})only the[\s\u2060]+$/iu.test(before) || (isEnd && SORTED.test(before));
}

/** Those that a word of the sentence tells from others: what all rows are, such as cats, names none of them. */
function tellApart({ stems }: Mention, values: readonly SourceValue[]): SourceValue[] {
  const telling = [...stems].filter((stem) => values.some(({ row }) => !row.stems.has(stem)));
  return values.filter(({ row }) => telling.some((stem) => row.stems.has(stem)));
}

/** The row that the words name most clearly. */
function findNearest(mention: Mention, values: readonly SourceValue[]): SourceValue | undefined {
  const scored = values.map((value) => ({ value, score: findAgreement(mention, value).score }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.value;
}

/** From above or from below. */
function hasPlace(value: SourceValue, column: readonly SourceValue[], place: number): boolean {
  const above = column.filter((other) => other.value > value.value).length + 1;
  const below = column.filter((other) => other.value < value.value).length + 1;
  return place === above || place === below;
}
