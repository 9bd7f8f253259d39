/** What a column in capitals is short for: the heart rate of `Avg HR`, the date of birth of `DOB`. */
import type { Field, View } from './meanings.ts';
import type { Edge } from './parse-lattice.ts';
import { type Token, wordsOf } from './tokens.ts';

const CATEGORY_OF = { number: 'Num', text: 'Text', date: 'Date', boolean: 'Flag', empty: 'Col' } as const;
const CAPITALS = /(?<![\p{L}\d])\p{Lu}{2,4}(?![\p{L}\d])/gu;
/** More than a name of its own, and less than what names the rows. */
const COST = 2;

/** Words one after another with the initials of one column's last word, one of which nothing knows. */
export function initialEdges(
  tokens: readonly Token[],
  { fields }: View,
  isStrange: (at: number) => boolean,
): Edge[] {
  const short = Map.groupBy(
    fields.flatMap((field) => {
      const last = wordsOf(field.name.replaceAll(/\([^)]*\)/g, '')).at(-1) ?? '';
      const isShort = [...field.name.matchAll(CAPITALS)].some(([word]) => word.toLowerCase() === last);
      return isShort ? [{ last, field }] : [];
    }),
    ({ last }) => last,
  );
  return [...short].flatMap(([letters, [only, ...others]]) => {
    if (!only || others.length > 0) return [];
    return tokens.flatMap((_, start) => {
      const end = start + letters.length;
      const words = tokens.slice(start, end);
      const isHere =
        words.length === letters.length &&
        words.every(({ kind, word }, at) => kind === 'word' && word[0] === letters[at]) &&
        words.some((_word, at) => isStrange(start + at));
      return isHere ? toEdges(only.field, start, end) : [];
    });
  });
}

function toEdges(field: Field, start: number, end: number): Edge[] {
  return [...new Set([CATEGORY_OF[field.type], 'Col'])].map((category) => ({
    category,
    start,
    end,
    meaning: field,
    cost: COST,
  }));
}

/** Says which column was taken for the words. */
export function noteInitials(
  { tokens, edges }: { readonly tokens: readonly Token[]; readonly edges: readonly Edge[] },
  used: ReadonlySet<string>,
): string[] {
  const notes = edges.flatMap(({ category, start, end, meaning }) => {
    if (category !== 'Col' || end - start < 2) return [];
    const { name } = meaning as Field;
    const words = tokens.slice(start, end);
    const initials = words.map(({ word }) => word[0]).join('');
    const isShort = wordsOf(name).at(-1) === initials && !words.some(({ word }) => word === initials);
    return isShort && used.has(name)
      ? [`"${words.map(({ text }) => text).join(' ')}" is read as \`${name}\`.`]
      : [];
  });
  return [...new Set(notes)];
}
