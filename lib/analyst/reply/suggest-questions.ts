/** Questions that can be answered, about the table that a refused question is nearest to: each was read before it is offered. */
import { holdsLists } from '../query/holds-lists.ts';
import type { Column, Table } from '../query/query.ts';
import { wordsOf } from '../read/tokens.ts';
import { isNaming } from '../write/column-kind.ts';

const MAX_OFFERED = 3;
const MAX_GROUPS = 50;
/** Columns of a kind that are tried. */
const MAX_TRIED = 4;
/** Shorter words are in most questions and say nothing about a table. */
const MIN_LETTERS = 3;

/**
 * `canAnswer`: whether the analyst answers the question from this table. Columns that the question names come first; where
 * it fits no table better than others, the questions are about the first.
 */
export function suggestQuestions(
  tables: readonly Table[],
  asked: string,
  canAnswer: (question: string, table: Table) => boolean,
): string[] {
  const words = listLong(asked);
  const table = findNearest(tables, asked);
  if (!table) return [];
  const found = listIdeas(table, words).flatMap((ideas) => {
    const idea = ideas
      .flatMap((question) => [
        question,
        `${question.replace('?', '')} in ${table.file}${question.endsWith('?') ? '?' : ''}`,
      ])
      .find((question) => canAnswer(question, table));
    return idea ?? [];
  });
  return found.slice(0, MAX_OFFERED);
}

/** The table whose names and values have most of the words; of several the first. */
export function findNearest(tables: readonly Table[], asked: string): Table | null {
  const words = listLong(asked);
  const [table = null] = tables.toSorted((left, right) => countNamed(right, words) - countNamed(left, words));
  return table;
}

function listLong(asked: string): Set<string> {
  return new Set(wordsOf(asked).filter(({ length }) => length >= MIN_LETTERS));
}

/** How many words of the question are in the names of the table, of its columns, and in its values. */
function countNamed({ name, file, columns }: Table, words: ReadonlySet<string>): number {
  const names = [name, file, ...columns.map((column) => column.name)].flatMap(wordsOf);
  const values = columns.flatMap((column) => (column.type === 'text' ? column.values : []));
  const named = values
    .map(wordsOf)
    .filter((each) => each.length > 0 && each.every((word) => words.has(word)));
  return new Set([...names, ...named.flat()].filter((word) => words.has(word))).size;
}

/** Of each kind of question several, the best first. */
function listIdeas({ columns, rows }: Table, words: ReadonlySet<string>): string[][] {
  const named = ({ name }: Column) => wordsOf(name).filter((word) => words.has(word)).length;
  const ranked = columns.toSorted((left, right) => named(right) - named(left));
  const pick = (fits: (column: Column) => boolean) =>
    ranked.flatMap((column) => (fits(column) ? column.name.trim() : [])).slice(0, MAX_TRIED);
  const measures = pick((column) => isMeasured(column, rows));
  const most = Math.max(2, Math.min(MAX_GROUPS, rows / 2));
  const categories = pick(
    (column) => column.type === 'text' && column.unique > 1 && column.unique <= most && !holdsLists(column),
  );
  const dates = pick(({ type }) => type === 'date');
  const pair = (others: readonly string[], write: (measure: string, other: string) => string) =>
    measures.flatMap((measure) => others.map((other) => write(measure, other)));
  return [
    pair(
      categories.filter((name) => !isYesOrNo(columns, name)),
      (measure, category) => `Which ${category} has the highest average ${measure}?`,
    ),
    pair(dates, (measure) => `Show the average ${measure} by month`),
    categories.map((category) => `How many rows are there by ${category}?`),
    measures.map((measure) => `What is the median ${measure}?`),
    ['What is in this file?'],
    ['Are there missing values?'],
  ];
}

/** Whether an average says something: not of numbers for rows or things, nor of yes and no written as 1 and 0. */
function isMeasured({ name, type, isInteger, unique, span }: Column, rows: number): boolean {
  if (type !== 'number' || unique < 2 || isNaming(wordsOf(name).at(-1) ?? '')) return false;
  const [first, last] = [Number(span?.first), Number(span?.last)];
  const isFlag = isInteger && first === 0 && last === 1;
  const isRunning =
    isInteger && rows > FEW && unique > rows * NEARLY_ALL && last - first < unique * NEARLY_DENSE;
  return !isFlag && !isRunning;
}

/** Among fewer rows, numbers may well be next to each other by chance. */
const FEW = 10;
/** Rows of a running number: some may be there twice. */
const NEARLY_ALL = 0.9;
/** A running number may leave some out. */
const NEARLY_DENSE = 1.25;

/** "Which insured has the highest" asks for nobody. */
function isYesOrNo(columns: readonly Column[], name: string): boolean {
  const values = columns.find((each) => each.name.trim() === name)?.values ?? [];
  return values.every((value) => /^(yes|no|y|n|true|false|ja|nein|oui|non|s[ií])$/i.test(value.trim()));
}
