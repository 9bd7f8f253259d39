/** What says only what every row is: days, and verbs such as "borrowed" of loans. */
import { COUNTED_ROWS, NOT_DONE, ROW_VERBS } from './concepts.ts';
import type { Entry } from './entry.ts';
import { stemOf } from './stem.ts';
import { wordsOf } from './tokens.ts';
import type { Source } from './views.ts';

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
    const isHere = names.split(' ').some((noun) => nouns.has(noun));
    // Of others, an amount can be meant: what was harvested most is so many kilos.
    const isEvent = names.split(' ').some((noun) => COUNTED_ROWS.has(noun));
    const words = verbs.split('|').flatMap((some, at) => (at === 0 ? some.split(' ') : [some]));
    return words
      .filter((verb) => isHere && !taken.has(verb) && !isOfColumn(verb))
      .map((verb) => ({
        words: verb.split(' '),
        meaning: null,
        cost: 0,
        isName: false,
      }))
      .flatMap((entry) =>
        ['@verb', ...(isEvent ? ['@event'] : [])].map((category) => ({ ...entry, category })),
      );
  });
}
