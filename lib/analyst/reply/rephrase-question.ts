/** Questions near to one that was not understood, each of which the analyst reads whole: whoever asked chooses. */
import { describeQuery } from '../answer/describe-query.ts';
import type { Query, Table } from '../query/query.ts';
import { composeQuestions } from './compose-questions.ts';
import { replaceWords } from './replace-words.ts';
import { findNearest } from './suggest-questions.ts';

export interface Proposal {
  readonly question: string;
  /** The query that it is read as, in words. */
  readonly reading: string;
}

const MOST_OFFERED = 4;
/** Reading takes longer the more columns there are. */
const MOST_READ = 40;
const MANY_COLUMNS = 30;

/** `find`: the only reading of a question; null where there is none, or more than one. */
export function rephraseQuestion(
  { asked, unread }: { asked: string; unread: readonly string[] },
  tables: readonly Table[],
  find: (question: string) => Query | null,
): Proposal[] {
  const table = findNearest(tables, asked);
  if (!table || FUTURE.test(asked)) return [];
  const plain = asked.replaceAll(/\s+/g, ' ').replaceAll(/["“”]/g, "'").trim();
  const most = table.columns.length > MANY_COLUMNS ? MOST_READ / 2 : MOST_READ;
  const written = [
    ...replaceWords(plain, unread, table).slice(0, most),
    ...composeQuestions(plain, unread, table),
  ];
  const found = new Map<string, Proposal>();
  for (const question of new Set(written)) {
    if (found.size === MOST_OFFERED) break;
    const query = question === plain ? null : find(question);
    if (!query || !isSpecific(query)) continue;
    const key = JSON.stringify([query.rows, query.ask], sortConditions);
    if (!found.has(key)) found.set(key, { question, reading: describeQuery(query, tables) });
  }
  return [...found.values()];
}

/** A table holds what has been: without such a word, another time would be asked about. */
const FUTURE = /\b(will|would|gonna|going to|forecast|predict|prediction|future|upcoming|tomorrow|next)\b/i;

/** The same conditions in another order are the same query. */
function sortConditions(name: string, value: unknown): unknown {
  if (name !== 'conditions' || !Array.isArray(value)) return value;
  return value.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)));
}

/** Not just all rows, nor what is in the file. */
function isSpecific({ rows, ask }: Query): boolean {
  if (ask.kind === 'table') return rows.kind !== 'table' && rows.kind !== 'join';
  return !['overview', 'columns', 'missing', 'duplicates'].includes(ask.kind);
}
