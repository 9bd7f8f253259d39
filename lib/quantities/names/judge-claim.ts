/** Whether outputs bear a sentence out that names a winner, or contradict it. */
import type { Span } from '../answer/read-blocks.ts';
import { countDigits } from '../match/precision.ts';
import type { Label, SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import { readStems } from '../text/words.ts';
import type { FoundName } from './find-row-names.ts';
import { isHedged, isLimitedAbove, isLimitedAsked, isLimitedBy, isNeutral } from './limits.ts';
import type { LinkedNumber } from './linked-number.ts';
import type { NamedColumn, NamedRow } from './named-table.ts';
import type { Claim } from './read-claim.ts';
import type { Side } from './superlatives.ts';

/** One row that a claim may be about, in one column that it may be about. */
export interface Place {
  readonly row: NamedRow;
  readonly column: NamedColumn;
  readonly value: SourceValue;
}

export type Judgment =
  /** The row is at that end of the column. */
  | { readonly isRight: true; readonly place: Place }
  /** `winner`: the value of the row that is. */
  | { readonly isRight: false; readonly winner: SourceValue };

export interface ClaimContext {
  /** Of the sentence, blanks for its numbers. */
  readonly text: string;
  readonly question: string;
  /** Heading, lead-in, and the sentence before: they can limit what the sentence is about. */
  readonly above: readonly string[];
  readonly names: readonly FoundName[];
  /** Of the sentence, with their places in it. */
  readonly numbers: readonly ClaimNumber[];
}

interface ClaimNumber extends Span, Pick<LinkedNumber, 'fitting' | 'said'> {
  readonly amount: Amount;
}

/** Null where neither is certain. */
export function judgeClaim(claim: Claim, context: ClaimContext): Judgment | null {
  const places = claim.name.names.flatMap(({ text, rows }) => rows.flatMap((row) => listPlaces(row, text)));
  const said = context.numbers.flatMap((number) => number.said);
  const meant = places.filter((place) => isAbout(claim, place));
  const named = [...Map.groupBy(meant, ({ row }) => row.table).values()].flatMap((own) => {
    const nearest = pickNearest(claim, own);
    return nearest.every((place) => isEnd(claim, place)) ? nearest : [];
  });
  const right = [...named, ...places.filter(({ value }) => said.includes(value))].find(
    (place) => place.row.table.group.isWhole && isEnd(claim, place),
  );
  if (right) return { isRight: true, place: right };
  // Nothing is contradicted that another table bears out, or one of which is not known what it is about.
  const unknown = places.filter(({ column }) => column.label.stems.size === 0);
  if ([...meant, ...unknown].some((place) => isEnd(claim, place))) return null;
  const comparable = places.filter(({ row }) => isComparable(claim, row, context));
  const winner =
    comparable.flatMap((place) => findNumbered(claim, place, context) ?? [])[0] ??
    comparable.flatMap((place) => findNamed(claim, place, meant, context) ?? [])[0];
  return winner ? { isRight: false, winner } : null;
}

/** `text`: the name that the sentence has. It must tell the row from the others. */
function listPlaces(row: NamedRow, text: string): Place[] {
  const { table, names } = row;
  if (table.nameAt < 0 || names[table.nameAt] !== text) return [];
  return table.columns.flatMap((column) => {
    const value = column.values.find((each) => row.values.includes(each));
    return value ? [{ row, column, value }] : [];
  });
}

/** Of a title, what its rows are. */
const KIND = /(?<!\p{L})(?:by|per|each|je|pro|nach|par|por)\s+\S+/giu;

/** Whether the words of the claim, or its superlative, name the column. */
function isAbout({ superlative, stems, verbStems }: Claim, { row, column }: Place): boolean {
  const { label, values } = column;
  const unit = values[0]?.unit.unit?.dimension;
  if (unit !== undefined && superlative.dimensions.includes(unit)) return true;
  const said = [superlative.about, stems, verbStems];
  return readOwnStems(row, label).some((stem) => said.some((each) => each.has(stem)));
}

/** Without those of the row, which every column of it has. */
function readOwnStems({ names }: NamedRow, { text }: Label): string[] {
  const stems = readStems(/Name: ([^,]+)/.exec(text)?.[1] ?? text.replaceAll(KIND, ''));
  const ofRow = new Set(names.flatMap((name) => [...readStems(name)]));
  return [...stems].filter((stem) => !ofRow.has(stem));
}

/** Of columns that are named, those that are named wholly, and of these those with the longest names. */
function pickNearest({ superlative, stems, verbStems }: Claim, places: readonly Place[]): readonly Place[] {
  const said = [superlative.about, stems, verbStems];
  const sized = places.map((place) => {
    const own = readOwnStems(place.row, place.column.label);
    const isWhole = own.every((stem) => said.some((each) => each.has(stem)));
    return { place, size: isWhole ? own.length : 0 };
  });
  const most = Math.max(...sized.map(({ size }) => size));
  return sized.flatMap(({ place, size }) => (size === most ? place : []));
}

/** Whether no other row has more, or less. Where both can be meant, either will do. */
function isEnd({ superlative: { side } }: Claim, { row, column, value }: Place): boolean {
  const rivals = column.values.filter((other) => !row.table.totals.has(other) || other === value);
  const isMost = rivals.every((other) => other.value <= value.value);
  const isLeast = rivals.every((other) => other.value >= value.value);
  // The largest loss can be the least value.
  const isSigned = rivals.some((other) => other.value < 0);
  if (side === 'either' || isSigned) {
    const size = Math.abs(value.value);
    const isLargest = rivals.every((other) => Math.abs(other.value) <= size);
    return isMost || isLeast || isLargest || rivals.every((other) => Math.abs(other.value) >= size);
  }
  return side === 'most' ? isMost : isLeast;
}

/** Whether a table is shown whole, holds no totals, and of its rows the sentence names this one and no other. */
function isComparable({ isOnly }: Claim, { table }: NamedRow, { names }: ClaimContext): boolean {
  const rows = names.flatMap((found) => found.names.flatMap((name) => name.rows));
  const own = new Set(rows.filter((row) => row.table === table));
  return isOnly && table.group.isWhole && table.totals.size === 0 && own.size === 1;
}

/** As far as the sentence goes in which a number is of another row, chance plays no part. */
const MIN_DIGITS = 2;

/** Of “Adelie is the heaviest with 5,076 g”: the value of another row that the number is, if it is at that end. */
function findNumbered(
  claim: Claim,
  { row, column, value: own }: Place,
  { text, numbers }: ClaimContext,
): SourceValue | null {
  const from = Math.min(claim.name.start, claim.superlative.start);
  const to = Math.max(claim.name.end, claim.superlative.end);
  for (const { amount, start, fitting, said } of numbers) {
    const between = text.slice(from, start);
    const isOfClaim = start >= to && !/[;.!?]/.test(between) && !isHedged(between);
    if (!isOfClaim || countDigits(amount) < MIN_DIGITS) continue;
    if (said.some((value) => row.values.includes(value))) continue;
    const [value, ...others] = fitting.filter(({ group }) => group === row.table.group);
    if (!value || others.length > 0 || value === own || !column.values.includes(value)) continue;
    if (findEnds(claim.superlative.side, column).includes(value)) return value;
  }
  return null;
}

/** Of a side the value that no other reaches. */
function findEnds(side: Side, { values }: NamedColumn): SourceValue[] {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const [least, nextLeast] = sorted;
  const [nextMost, most] = sorted.slice(-2);
  const isLeast = side !== 'most' && least && least.value < (nextLeast?.value ?? least.value);
  const isMost = side !== 'least' && most && most.value > (nextMost?.value ?? most.value);
  return [...(isLeast ? [least] : []), ...(isMost ? [most] : [])];
}

/** The value that is at that end, if all words of the sentence are known to be of the table and only one column is meant. */
function findNamed(
  claim: Claim,
  place: Place,
  meant: readonly Place[],
  { text, question, above, numbers }: ClaimContext,
): SourceValue | null {
  const { row, column } = place;
  const { group } = row.table;
  const ofTable = meant.filter((each) => each.row.table === row.table);
  if (ofTable.length !== 1 || ofTable[0] !== place || ORDER.test(column.label.text)) return null;
  const own = [
    claim.superlative.about,
    column.label.stems,
    place.value.around.stems,
    group.nouns,
    group.code,
  ];
  const isKnown = (stem: string) => isNeutral(stem) || own.some((stems) => stems.has(stem));
  const asked = readStems(question);
  if (![...claim.stems].every((stem) => isKnown(stem) || asked.has(stem))) return null;
  if (isHedged(text) || isLimitedBy(claim.rest, isKnown) || isLimitedAsked(question, isKnown)) return null;
  if (above.some((each) => isLimitedAbove(each, isKnown))) return null;
  if (numbers.some(({ amount }) => amount.kind === 'ordinal' || amount.date !== null)) return null;
  // A number of the sentence can show that another table is meant.
  const said = numbers.flatMap((number) => number.said);
  if (said.some((value) => value.group !== group && isOfName(value, claim))) return null;
  const [winner, ...others] = findEnds(claim.superlative.side, column);
  return winner && others.length === 0 && winner !== place.value ? winner : null;
}

/** Columns in which the least is first. */
const ORDER = /rank|place|position|grade|note/iu;

function isOfName({ row }: SourceValue, { name }: Claim): boolean {
  return name.names.some(({ text }) => row.names?.includes(text));
}

/** The rows of the column in their order, from the end at which the place is. */
export function listOrder({ row, column, value }: Place): SourceValue[] {
  const rivals = column.values.filter((other) => !row.table.totals.has(other));
  const isMost = rivals.every((other) => other.value <= value.value);
  return rivals.toSorted((a, b) => (isMost ? b.value - a.value : a.value - b.value));
}
