/** Questions about these very tables that can be answered: each was read before it is offered. */
import type { Column, Table } from '../query/query.ts';
import { wordsOf } from '../read/tokens.ts';
import { isNaming } from '../write/column-kind.ts';

const MAX_OFFERED = 3;
const MAX_GROUPS = 50;

/** `canRead`: whether the analyst understands the question. Columns that the person named come first. */
export function suggestQuestions(
  tables: readonly Table[],
  asked: string,
  canRead: (question: string) => boolean,
): string[] {
  const words = new Set(wordsOf(asked));
  const named = ({ name }: Column) => wordsOf(name).filter((word) => words.has(word)).length;
  const found: string[] = [];
  for (const table of tables) {
    const columns = table.columns.toSorted((left, right) => named(right) - named(left));
    for (const idea of listIdeas(columns, table.rows)) {
      if (found.length === MAX_OFFERED) return found;
      if (canRead(idea)) found.push(idea);
    }
  }
  return found;
}

function listIdeas(columns: readonly Column[], rows: number): string[] {
  const measure = columns.find(
    ({ name, type, unique }) => type === 'number' && unique > 1 && !isNaming(wordsOf(name).at(-1) ?? ''),
  );
  const category = columns.find(
    ({ type, unique }) =>
      type === 'text' && unique > 1 && unique <= Math.max(2, Math.min(MAX_GROUPS, rows / 2)),
  );
  const date = columns.find(({ type }) => type === 'date');
  const name = (column: Column) => column.name.trim();
  return [
    ...(measure && category ? [`Which ${name(category)} has the highest average ${name(measure)}?`] : []),
    ...(measure && date ? [`Show the average ${name(measure)} by month`] : []),
    ...(category ? [`How many rows are there by ${name(category)}?`] : []),
    ...(measure ? [`What is the median ${name(measure)}?`] : []),
    'What is in this file?',
    'Are there missing values?',
  ];
}
