/** Names of columns that have marks in them: a question that writes one as it is means it, and none of its parts. */
import type { Table } from '../../query/query.ts';
import { wordsOf } from '../words/tokens.ts';

/** Beside letters, digits, blanks and what ties words: `user.country`, `Gesamt (€)`. */
const MARK = /[^\p{L}\p{M}\p{N}\s_-]/u;
const SYNTAX = /[\^$.*+?()[\]{}|\\/]/g;
/** What is in quotation marks stays as it is. */
const QUOTED = /"[^"]+"|“[^”]+”|`[^`]+`|(?<![\p{L}\d])'[^']+'(?![\p{L}\d])/gu;

/** `by user.country` as `` by `user.country` ``, where a column has that name. */
export function quoteNames(text: string, tables: readonly Table[]): string {
  const names = tables
    .flatMap(({ columns }) => columns.map(({ name }) => name.trim()))
    .filter((name) => MARK.test(name) && !/["“”`]/.test(name) && wordsOf(name).length > 0)
    .toSorted((left, right) => right.length - left.length);
  if (names.length === 0) return text;
  const listed = [...new Set(names)].map((name) => name.replaceAll(SYNTAX, '\\$&')).join('|');
  const named = new RegExp(`${QUOTED.source}|(?<![\\p{L}\\p{N}_])(${listed})(?![\\p{L}\\p{N}_])`, 'giu');
  return text.replaceAll(named, (found, name?: string) => (name === undefined ? found : `\`${name}\``));
}
