/** "Which dog is the oldest, and how heavy is it?": the second part is about what the first part finds. */
import type { Ask, NamedFigure, Part, Query, Rows } from '../query/query.ts';
import { isTime } from './made.ts';
import type { Token } from './tokens.ts';

type Places = Extract<Rows, { kind: 'limit' | 'nth' }>;
const PRONOUNS: ReadonlySet<string> = new Set('it its he his she her him'.split(' '));
/** Of a single row, they are its value. */
const PLAIN: ReadonlySet<string> = new Set(['mean', 'sum']);

/** Whether the words of a part are about what was found before: a row or a group that comes first, or what was not understood. */
export function isAboutFound(tokens: readonly Token[], { reading }: Part): boolean {
  const isFound = !('rows' in reading) || isPlaces(reading.rows);
  return isFound && tokens.some(({ word }) => PRONOUNS.has(word));
}

/** Where a question about what was found begins with a verb: "and is it adopted?", which says nothing of the rows before. */
export function beginsAboutFound(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.word ?? '';
  return (
    [',', 'and'].includes(before) &&
    BE.has(tokens[at]?.word ?? '') &&
    PRONOUNS.has(tokens[at + 1]?.word ?? '')
  );
}

const BE: ReadonlySet<string> = new Set('is was are were does did do has had have'.split(' '));

/** The words without those that stand for what was found. */
export function withoutPronouns(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ word }) => !PRONOUNS.has(word));
}

/** What the second part asks, of what the first one finds; null where its words alone do not say it. */
export function askOfFound(found: Query, asked: Query): Query | null {
  const { rows } = found;
  if (!isPlaces(rows) || asked.presentation.isChartAsked) return null;
  const base = baseOf(rows);
  // "What is its species?" would list all there are.
  const of = asked.rows.kind === 'distinct' ? asked.rows.of : asked.rows;
  if (base === null || JSON.stringify(base) !== JSON.stringify(of)) return null;
  const presentation = { ...asked.presentation, chart: null };
  const sorted = rows.of.kind === 'sort' ? rows.of : null;
  if (sorted?.of.kind !== 'group') {
    const columns = columnsOf(asked.ask);
    // Nothing is averaged over a single row.
    return (
      columns && { rows, ask: { kind: 'table', columns }, presentation: { ...presentation, assumptions: [] } }
    );
  }
  const figures = asked.ask.kind === 'values' ? asked.ask.figures : [];
  const group = sorted.of;
  const known = new Set(group.figures.map(({ name }) => name));
  const added = figures.filter((figure) => !group.figures.some((other) => isSame(figure, other)));
  const isNew = added.every(({ name }) => !known.has(name));
  // Conditions may be of the figure that they were found by: what was won is not all that was played.
  const isWhole = group.of.kind === 'table' || (group.of.kind === 'where' && isTime(group.of.condition));
  if (figures.length === 0 || !isNew || !isWhole) return null;
  const more = { ...sorted, of: { ...group, figures: [...group.figures, ...added] } };
  return { rows: { ...rows, of: more }, ask: { kind: 'table', columns: null }, presentation };
}

function isPlaces(rows: Rows): rows is Places {
  return rows.kind === 'limit' || rows.kind === 'nth';
}

/** The table, or tables joined, that rows are of. */
function baseOf(rows: Rows): Rows | null {
  return 'of' in rows ? baseOf(rows.of) : rows;
}

function isSame(one: NamedFigure, other: NamedFigure): boolean {
  return JSON.stringify(one.figure) === JSON.stringify(other.figure);
}

/** The columns of a row that figures of nothing but them stand for. */
function columnsOf(ask: Ask): string[] | null {
  if (ask.kind === 'table') return ask.columns && [...ask.columns];
  if (ask.kind !== 'values') return null;
  const columns = ask.figures.map(columnOf);
  return columns.includes(null) ? null : columns.filter((column) => column !== null);
}

function columnOf({ figure }: NamedFigure): string | null {
  const isPlain = figure.kind === 'aggregate' && figure.where === null && PLAIN.has(figure.aggregate);
  return isPlain && figure.of.kind === 'column' ? figure.of.name : null;
}
