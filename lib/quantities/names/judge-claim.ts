/** Whether outputs bear a sentence out that names a winner, or contradict it. */
import type { Span } from '../answer/read-blocks.ts';
import { countDigits } from '../match/precision.ts';
import type { SourceValue } from '../source/source-value.ts';
import type { Amount } from '../text/find-amounts.ts';
import { readStems } from '../text/words.ts';
import type { FoundName } from './find-row-names.ts';
import { isAbout, isChange, isOfOne, isSigned, pickNearest, readTitles, type Titles } from './is-about.ts';
import { isHedged, isLimited, isLimitedBy, isLimitedSentence, isNeutral, isTitle } from './limits.ts';
import type { LinkedNumber } from './linked-number.ts';
import type { NamedRow } from './named-table.ts';
import { isEnd, isRank, listEnds, listPlaces, type Place } from './order.ts';
import { blank, type Claim } from './read-claim.ts';

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
  readonly titles: Titles;
  /** Words of all tables and of their code. */
  readonly notebook: () => ReadonlySet<string>;
}

interface ClaimNumber extends Span, Pick<LinkedNumber, 'fitting' | 'said'> {
  readonly amount: Amount;
}

/** Null where neither is certain. */
export function judgeClaim(claim: Claim, context: ClaimContext): Judgment | null {
  const { side } = claim.superlative;
  const rows = claim.name.names.flatMap(({ text, rows: own }) => own.map((row) => ({ row, text })));
  const places = rows.flatMap(({ row, text }) => (isKey(row, text) ? listPlaces(row) : []));
  const meant = places.filter((place) => isAbout(claim, place, context.titles));
  const nearest = [...Map.groupBy(meant, ({ row }) => row.table).values()].map((own) =>
    pickNearest(claim, own, context.titles),
  );
  const said = context.numbers.flatMap((number) => number.said);
  const right = [
    ...places.filter(({ value }) => said.includes(value)),
    ...nearest.flatMap((own) => (own.every((place) => isEnd(place, side)) ? own : [])),
  ].find((place) => place.row.table.group.isWhole && isEnd(place, side));
  if (right) return { isRight: true, place: right };

  const numbers = context.numbers.filter(({ start, end }) => start >= claim.start && end <= claim.end);
  const [first] = numbers;
  const stated = first ? places.filter(({ value }) => says(first, value)) : [];
  const certain = stated.filter((place) => meant.includes(place));
  // Nothing is contradicted that another table bears out, or one in which several rows have that name.
  const kinds = rows.flatMap(({ row, text }) => (isKey(row, text) ? [] : listPlaces(row)));
  const possible = [...meant, ...stated, ...kinds.filter((place) => isAbout(claim, place, context.titles))];
  const unknown = places.filter(({ column }) => column.label.stems.size === 0);
  if ((certain.length > 0 ? certain : [...possible, ...unknown]).some((place) => isEnd(place, side)))
    return null;
  const around = readStems([context.question, ...context.above, context.text].join('\n'));
  const isBorneOut =
    certain.length === 0 && places.some((place) => isEnd(place, side) && isNear(place, around));
  for (const place of places.filter((each) => isComparable(claim, each, context))) {
    const isOnly = nearest.some(([own, ...others]) => own === place && others.length === 0);
    const isNamed = certain.length > 0 ? certain.includes(place) : isOnly;
    const numbered = findNumbered(claim, place, numbers, isNamed, context);
    if (numbered) return { isRight: false, winner: numbered };
    const isStated = stated.includes(place) && isOnlyStated(claim, place, meant, places);
    if (isBorneOut || !(isNamed || isStated)) continue;
    const [winner] = listEnds(place, side);
    if (winner && isOfRow(numbers, place) && isPlain(claim, place, context))
      return { isRight: false, winner };
  }
  return null;
}

/** Whether the name tells the row from the others. */
function isKey({ table, names }: NamedRow, text: string): boolean {
  return table.nameAt >= 0 && names[table.nameAt] === text;
}

/** Digits of a number that is not equal by chance. */
const MIN_DIGITS = 2;
const DUST = 1e-9;

/** Whether a number is a value of which the sentence speaks, perhaps rounded. */
function says({ amount, fitting }: ClaimNumber, value: SourceValue): boolean {
  const isSame = Math.abs(Math.abs(amount.value) - Math.abs(value.value)) <= (amount.step / 2) * (1 + DUST);
  return fitting.includes(value) || (isSame && countDigits(amount) >= MIN_DIGITS);
}

/** Whether the text around a claim has a word of the column. A small number says little. */
function isNear({ column: { label } }: Place, around: ReadonlySet<string>): boolean {
  return [...label.stems].some((stem) => !/^#\d{1,3}$/.test(stem) && around.has(stem));
}

/** Whether a table is shown whole, and of its rows the claim names this one and no other. */
function isComparable({ name: own, start, end }: Claim, place: Place, { names }: ClaimContext): boolean {
  const { table } = place.row;
  const near = names.filter((name) => name === own || (name.start >= start && name.end <= end));
  const rows = near.flatMap((found) => found.names.flatMap((name) => name.rows));
  const named = new Set(rows.filter((row) => row.table === table));
  return table.group.isWhole && named.size === 1 && !table.totals.has(place.value) && !isRank(place);
}

/** Of “Adelie is the heaviest with 5,076 g”: the value of another row that the number is, if it is at that end. */
function findNumbered(
  { name, superlative }: Claim,
  place: Place,
  numbers: readonly ClaimNumber[],
  isNamed: boolean,
  { text }: ClaimContext,
): SourceValue | undefined {
  const { row, column, value: own } = place;
  const to = Math.max(name.end, superlative.end);
  const ends = listEnds(place, superlative.side);
  for (const number of numbers) {
    const { amount, start, fitting } = number;
    if (start < to || countDigits(amount) < MIN_DIGITS || isHedged(text.slice(to, start))) continue;
    if (row.values.some((value) => says(number, value))) continue;
    const [value, ...others] = isNamed
      ? column.values.filter((each) => says(number, each))
      : fitting.filter(({ group }) => group === row.table.group);
    if (value && others.length === 0 && value !== own && ends.includes(value)) return value;
  }
  return undefined;
}

/** Whether only a number says which column is meant, and the row is first in no other that could be. */
function isOnlyStated(
  { stems, superlative: { side } }: Claim,
  { row, column }: Place,
  meant: readonly Place[],
  places: readonly Place[],
): boolean {
  return (
    meant.every((other) => other.row.table !== row.table) &&
    (isSigned(column) || ![...stems].some(isChange)) &&
    !places.some((each) => isEnd(each, side))
  );
}

/** Whether one of the numbers of a claim is of the row, or all are of its title: “charging from 10 to 80 %”. */
function isOfRow(numbers: readonly ClaimNumber[], { row, value: { group } }: Place): boolean {
  const isOwn = (number: ClaimNumber) =>
    row.values.some((each) => number.said.includes(each) || says(number, each));
  const isOfTitle = ({ amount, fitting }: ClaimNumber) =>
    countDigits(amount) < MIN_DIGITS ||
    fitting.some((each) => each.group === group && each.row.names === undefined);
  return numbers.some(isOwn) || numbers.every(isOfTitle);
}

/** Whether all words of the claim are known to be of the table, but for a verb, and nothing around it limits what is meant. */
function isPlain(claim: Claim, { row, column, value }: Place, context: ClaimContext): boolean {
  const { text, question, above, numbers, titles, notebook } = context;
  const { superlative, name, stems, start, end } = claim;
  const { group, columns } = row.table;
  const named = [...superlative.about, ...column.label.stems];
  const own = new Set([
    ...named,
    ...readTitles(column, titles),
    ...value.around.stems,
    ...group.nouns,
    ...group.code,
  ]);
  const isKnown = (stem: string) =>
    isNeutral(stem) || isChange(stem) || own.has(stem) || named.some((each) => isOfOne(each, stem));
  // What the notebook knows of something else tells what part is meant; a word that it does not know is a verb.
  const isOther = (stem: string) =>
    !isKnown(stem) && !columns.some(({ label }) => label.stems.has(stem)) && notebook().has(stem);
  const unknown = [...stems].filter((stem) => !isKnown(stem));
  const [least, most] = claim.verbs;
  if (unknown.length > most || (unknown.length < least && ![...claim.linking].some(isChange))) return false;
  if (!unknown.every((stem) => claim.linking.has(stem) && !isOther(stem))) return false;
  const said = [superlative, name].reduce(blank, text);
  const [before, part] = [said.slice(text.lastIndexOf(';', start - 1) + 1, start), said.slice(start, end)];
  return !(
    isHedged(part) ||
    isLimitedSentence(text) ||
    isLimitedBy(before, isKnown) ||
    isLimitedBy(part, (stem) => isKnown(stem) || unknown.includes(stem)) ||
    isLimited(before, isOther) ||
    isLimited(question, () => false) ||
    above.some((each) => isLimited(each, isTitle(each) ? isOther : () => false)) ||
    numbers.some(({ amount }) => isLimit(amount, row))
  );
}

/** “Second”, “in 2023”, and “the three” of a table of five rows. */
function isLimit({ kind, date, value }: Amount, { table }: NamedRow): boolean {
  const isPart = kind === 'words' && value > 1 && value !== table.rows.length;
  return kind === 'ordinal' || date !== null || isPart;
}
