/** Which of several readings was meant: asked in a cell, and answered by what the person typed. */
import { describeQuery } from '../answer/describe-query.ts';
import type { Part, Query, Reading, Table, Unread } from '../query/query.ts';
import type { Move } from '../write/move.ts';
import { writeText } from '../write/python-code.ts';
import type { Shown } from './list-shown.ts';

type Either = Extract<Reading, { kind: 'either' }>;

/** The reading without a choice to make, or the cell that asks; `open` where nobody chose. */
export type Resolved =
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'ask'; readonly move: Move }
  | { readonly kind: 'open'; readonly meanings: readonly string[] }
  | Unread;

const MAX_MEANINGS = 5;

export function resolveReading(
  reading: Reading,
  { text, tables, shown }: { text: string; tables: readonly Table[]; shown: readonly Shown[] },
): Resolved {
  if (reading.kind === 'unread') return reading;
  if (reading.kind === 'queries') return { kind: 'parts', parts: reading.parts };
  const meanings = listMeanings(reading, tables);
  if (meanings.length !== reading.queries.length || meanings.length > MAX_MEANINGS)
    return { kind: 'open', meanings };
  const move = writeChoice(meanings);
  const asked = shown.find(({ source }) => source === move.code);
  if (!asked) return { kind: 'ask', move };
  const query = reading.queries[Number(asked.result?.values[0]?.[0]) - 1];
  return query ? { kind: 'parts', parts: [{ text, reading: query }] } : { kind: 'open', meanings };
}

/** The last query of a question that was answered before; null when it was not. */
export function lastQuery(resolved: Resolved): Query | null {
  const last = resolved.kind === 'parts' ? resolved.parts.at(-1)?.reading : undefined;
  return last && 'rows' in last ? last : null;
}

/** Each once: two that are said in the same words cannot be told apart. */
function listMeanings({ queries }: Either, tables: readonly Table[]): string[] {
  return [...new Set(queries.map((query) => describeQuery(query, tables)))];
}

function writeChoice(meanings: readonly string[]): Move {
  const lines = meanings.map((meaning, at) => `print(${writeText(`${at + 1}: ${meaning}`)})`);
  return {
    say: 'The question can mean more than one thing, so I ask.',
    code: [...lines, `choice = int(input("Which is meant? 1 to ${meanings.length}: "))`, 'choice'].join('\n'),
  };
}
