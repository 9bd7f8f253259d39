/** Words of questions and of column names, made comparable. */

export interface Word {
  /** As written. */
  readonly raw: string;
  readonly lower: string;
  /** Lower case without plural and possessive endings. */
  readonly stem: string;
}

/** Stands where a word is already accounted for. */
export const NO_WORD: Word = { raw: '', lower: '', stem: '' };

const WORD = /\d{4}-\d{2}-\d{2}|\d+(?:[.,]\d+)*|[<>]=?|%|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?/gu;

/** Splits text into words, numbers, ISO dates and comparison signs. */
export function readWords(text: string): Word[] {
  return (text.match(WORD) ?? []).map((raw) => {
    const lower = raw.toLowerCase();
    return { raw, lower, stem: toStem(lower) };
  });
}

/** Splits a column name at signs, spaces, underscores, camel humps and between letters and digits. */
export function readNameWords(name: string): Word[] {
  return readWords(
    name
      .replaceAll(/[_\-./]+/g, ' ')
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{L}{2,})(\d)/gu, '$1 $2'),
  );
}

export function toStem(word: string): string {
  const bare = word.replace(/['’]s$/, '').replace(/['’]$/, '');
  if (bare.length <= 3 || /(ss|us|is)$/.test(bare)) return bare;
  if (/(ies|ie)$/.test(bare)) return bare.replace(/(ies|ie)$/, 'y');
  if (/(ss|x|zz|ch|sh|(?<![aeo])us)es$/.test(bare)) return bare.slice(0, -2);
  return bare.endsWith('s') ? bare.slice(0, -1) : bare;
}

/** What "failed", "failure" and "fail", or "readmission" and "readmitted" have in common; empty for short words. */
export function toRoot(stem: string): string {
  const root = stem
    .replace(/(ance|ence|ation|ition|ment|ness|ure|ion|ing|ed|ly|hood)$/, '')
    .replace(/(ss|tt)$/, 't')
    .replace(/([bdgmnpr])\1$/, '$1')
    .replace(/[ei]$/, '');
  return root.length >= 4 ? root : '';
}

/** Words that say nothing about which column is meant. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been by can could did do does each every for from give had has have how i if in into is it its ' +
    'me much many my of on or our over per please show so some tell than that the their them there these this those to ' +
    'was we were what when where which who will with would you your across among between all any data dataset file table ' +
    'column row number not no about also versus vs then let us s one out up down get find make plot chart graph draw display'
  ).split(' '),
);

/** Indexes of the words `from` to `to`, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}
