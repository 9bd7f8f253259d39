/** Questions that can be answered, made of what is known of a table: each was read before it is offered. */
import { holdsLists } from '../query/holds-lists.ts';
import type { Column, Table } from '../query/query.ts';
import { wordsOf } from '../read/words/tokens.ts';
import { isNaming } from '../write/column-kind.ts';

const MAX_OFFERED = 3;
const MAX_GROUPS = 50;
/** Among fewer rows, a number that is another in each may well measure something. */
const FEW = 10;

/** `canAnswer`: whether the analyst answers the question from this table. */
export function suggestQuestions(
  table: Table,
  canAnswer: (question: string, table: Table) => boolean,
): string[] {
  const measure = table.columns.find((column) => isMeasured(column, table.rows))?.name.trim();
  const category = table.columns.find((column) => isCategory(column, table.rows))?.name.trim();
  const ideas = [
    measure && category ? `Which ${category} has the highest average ${measure}?` : null,
    category ? `How many rows are there by ${category}?` : null,
    measure ? `What is the median ${measure}?` : null,
    'What is in this file?',
    'Are there missing values?',
  ];
  const found = ideas.flatMap((idea) => {
    const asked = idea ? [idea, idea.replace('?', ` in ${table.file}?`)] : [];
    return asked.find((question) => canAnswer(question, table)) ?? [];
  });
  return found.slice(0, MAX_OFFERED);
}

/** The first table of whose names or values the question has a word, else the first. */
export function findNearest(tables: readonly Table[], asked: string): Table | null {
  const words = new Set(wordsOf(asked));
  const isNamed = ({ name, file, columns }: Table) =>
    [name, file, ...columns.flatMap((column) => [column.name, ...column.values])].some((text) =>
      wordsOf(text).some((word) => word.length > 2 && words.has(word)),
    );
  return tables.find(isNamed) ?? tables[0] ?? null;
}

/** Neither numbers for rows or things, nor yes and no written as 1 and 0. */
function isMeasured({ name, type, isInteger, unique }: Column, rows: number): boolean {
  const isRunning = isInteger && rows > FEW && unique === rows;
  return type === 'number' && unique > 2 && !isRunning && !isNaming(wordsOf(name).at(-1) ?? '');
}

/** "Which insured has the highest" asks for nobody. */
function isCategory(column: Column, rows: number): boolean {
  const { type, unique, values } = column;
  const isYesOrNo = values.every((value) => /^(yes|no|y|n|true|false)$/i.test(value.trim()));
  const isFew = unique > 1 && unique <= Math.max(2, Math.min(MAX_GROUPS, rows / 2));
  return type === 'text' && isFew && !isYesOrNo && !holdsLists(column);
}
