/** Which columns the words of a claim name. */
import type { SourceValue } from '../source/source-value.ts';
import { readStems } from '../text/words.ts';
import type { NamedColumn } from './named-table.ts';
import type { Place } from './order.ts';
import type { Claim } from './read-claim.ts';

/** Words above values in the tables of the answer, which are other names of the column. */
export type Titles = ReadonlyMap<SourceValue, ReadonlySet<string>>;

/** What is said of a difference, which a column with values of both signs shows. */
const CHANGE =
  /^(?:chang|gain|loss|los|lost|declin|drop|fall|fell|ris|rose|increas|decreas|improv|jump|collaps|swing|grow|grew|rückgang|zuwachs|verlust|baiss|hauss|recul|pert|caíd|subid|pérdid|calo|aument)/;

export function isChange(stem: string): boolean {
  return CHANGE.test(stem);
}

export function isSigned({ values }: NamedColumn): boolean {
  return values.some(({ value }) => value < 0) && values.some(({ value }) => value > 0);
}

/** Whether the words of the claim, or its superlative, name the column. */
export function isAbout(claim: Claim, place: Place, titles: Titles): boolean {
  const { column } = place;
  const unit = column.values[0]?.unit.unit?.dimension;
  if (unit !== undefined && claim.superlative.dimensions.includes(unit)) return true;
  if ([...claim.stems].some(isChange) && isSigned(column)) return true;
  return [...readOwnStems(place), ...readTitles(column, titles)].some((stem) => isSaid(claim, stem));
}

/** Of columns that are named, those that are named wholly, and of these those with the longest names. */
export function pickNearest(claim: Claim, places: readonly Place[], titles: Titles): readonly Place[] {
  const sized = places.map((place) => {
    const own = readOwnStems(place);
    const isWhole =
      own.every((stem) => isSaid(claim, stem)) ||
      readTitles(place.column, titles).some((stem) => isSaid(claim, stem));
    return { place, size: isWhole ? own.length : 0 };
  });
  const most = Math.max(...sized.map(({ size }) => size));
  return sized.flatMap(({ place, size }) => (size === most ? place : []));
}

export function readTitles({ values }: NamedColumn, titles: Titles): string[] {
  return values.flatMap((value) => [...(titles.get(value) ?? [])]);
}

/** Without those of the row, which every column of it has. */
function readOwnStems({ row: { names }, column: { label } }: Place): string[] {
  const stems = readStems(/Name: ([^,]+)/.exec(label.text)?.[1] ?? label.text);
  const ofRow = new Set(names.flatMap((name) => [...readStems(name)]));
  return [...stems].filter((stem) => !ofRow.has(stem));
}

function isSaid({ superlative, stems }: Claim, stem: string): boolean {
  return [...superlative.about, ...stems].some((word) => word === stem || isOfOne(word, stem));
}

/** Letters that two words begin with if one is made of the other: `precip` of “precipitation”, “satisfied” and “satisfaction”. */
const [MIN_SHORT, MIN_COMMON, MIN_LONGER] = [4, 6, 3];

export function isOfOne(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= MIN_COMMON && long.startsWith(short.slice(0, MIN_COMMON))) return true;
  return short.length >= MIN_SHORT && long.length >= short.length + MIN_LONGER && long.startsWith(short);
}
