/** What says only what every row is: days, and verbs such as "borrowed" of loans. */
import { NOT_DONE, ROW_VERBS } from '../words/concepts.ts';
import { wordsOf } from '../words/tokens.ts';
import type { Source } from '../words/views.ts';
import { type Entry, toEntries } from './entry.ts';
import { stemOf } from './stem.ts';

/** Days are rows where each row is another one. Groups by day are the likelier reading where both can be. */
export function dayEntries({ view: { fields, size, rows } }: Source): Entry[] {
  const [date, ...others] = fields.filter(({ type }) => type === 'date');
  const isExact = date?.span?.first.length === DATE_LENGTH && date.unique === size && size > 1;
  return isExact && others.length === 0 && rows.kind === 'table'
    ? [{ words: ['day'], category: 'Noun', meaning: 'day', cost: 3, isName: true }]
    : [];
}

const DATE_LENGTH = '2024-01-31'.length;

/** "borrowed" of loans: it says what every row is. */
export function rowVerbEntries({ nouns, columns }: Source, taken: ReadonlySet<string>): Entry[] {
  const isOfColumn = (verb: string) =>
    columns.some(({ field }) => field.words.some((word) => stemOf(word) === stemOf(verb)));
  const isUnsure = columns.some(({ field, column }) =>
    [...field.words, ...(column.type === 'text' ? column.values.flatMap(wordsOf) : [])].some((word) =>
      NOT_DONE.has(word),
    ),
  );
  if (isUnsure) return [];
  return ROW_VERBS.flatMap(([names, verbs]) => {
    if (!names.split(' ').some((noun) => nouns.has(noun))) return [];
    const words = verbs.split('|').flatMap((some, at) => (at === 0 ? some.split(' ') : [some]));
    const known = words.filter((verb) => !taken.has(verb) && !isOfColumn(verb));
    return toEntries(known.join('|'), { category: '@verb', meaning: null, cost: 0, isName: false });
  });
}
