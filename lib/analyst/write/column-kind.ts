/** What is known of each column while rows are filtered, grouped and extended: decides the pandas and the words. */

import { clockUnitOf } from '../query/clock-unit.ts';
import {
  type Column,
  type DatePart,
  type Expression,
  type Figure,
  type Key,
  nameKey,
  type Period,
  type Rows,
  type Table,
} from '../query/query.ts';
import { wordsOf } from '../read/words/tokens.ts';

export interface ColumnKind {
  readonly type: 'number' | 'text' | 'date' | 'boolean' | 'empty' | 'period' | 'weekday';
  /** Of a column of periods, or of dates that are the start of one. */
  readonly period: Period | null;
  /** Of a column that repeats in a calendar: months are shown by name. */
  readonly part: DatePart | null;
  readonly isInteger: boolean;
  /** True is 1 and false is 0: pandas would take them for names of columns. */
  readonly isZeroOne: boolean;
  readonly hasGaps: boolean;
  /** Comparing a gap gives neither true nor false. */
  readonly isNullable: boolean;
  /** Or less: dividing by it needs care. */
  readonly mayBeZero: boolean;
  readonly unit: string | null;
  /** A part of one: the mean of what is true or false. */
  readonly isShare: boolean;
  /** A number that names something, as a year or an order number does: its digits are not grouped. */
  readonly isName: boolean;
}

export type ColumnKinds = ReadonlyMap<string, ColumnKind>;
type Group = Extract<Rows, { kind: 'group' }>;

const NUMBER: ColumnKind = {
  type: 'number',
  period: null,
  part: null,
  isInteger: false,
  isZeroOne: false,
  hasGaps: true,
  isNullable: false,
  mayBeZero: true,
  unit: null,
  isShare: false,
  isName: false,
};
const COUNT: ColumnKind = { ...NUMBER, isInteger: true, hasGaps: false };
/** As pandas calls them; shorter periods are kept as the date and time that they start at. */
export const PERIOD_CODES: Readonly<Partial<Record<Period, string>>> = {
  year: 'Y',
  quarter: 'Q',
  month: 'M',
  week: 'W',
};
const CALCULATED: readonly string[] = ['mean', 'median', 'std', 'iqr'];
const SPREADS: readonly string[] = ['std', 'iqr'];

function findTable(tables: readonly Table[], name: string): Table {
  const table = tables.find((each) => each.name === name);
  if (!table) throw new Error(`The question asks for a table that is not loaded: ${name}`);
  return table;
}

/** The columns of these rows, in their order. */
export function readKinds(rows: Rows, tables: readonly Table[]): ColumnKinds {
  switch (rows.kind) {
    case 'table':
      return readColumns(findTable(tables, rows.name));
    case 'join':
      return joinKinds(rows, tables);
    case 'group':
      return groupKinds(rows, readKinds(rows.of, tables));
    case 'window': {
      const kinds = readKinds(rows.of, tables);
      const { window } = rows;
      const isPercent = window.kind === 'share' || (window.kind === 'change' && window.as === 'percent');
      const unit = isPercent ? '%' : (kinds.get(rows.value)?.unit ?? null);
      return new Map([...kinds, [rows.name, { ...NUMBER, unit }]]);
    }
    case 'distinct': {
      const kinds = readKinds(rows.of, tables);
      return rows.columns.length === 0
        ? kinds
        : new Map([...kinds].filter(([name]) => rows.columns.includes(name)));
    }
    default:
      return readKinds(rows.of, tables);
  }
}

/** What groups have as columns, of rows with columns of these kinds. */
export function groupKinds({ keys, figures }: Group, kinds: ColumnKinds): ColumnKinds {
  return new Map([
    ...keys.map((key) => [nameKey(key), kindOfKey(key, kinds)] as const),
    ...figures.map(({ name, figure }) => [name, kindOfFigure(figure, kinds)] as const),
  ]);
}

function readColumns({ columns }: Table): ColumnKinds {
  const names = columns.map(({ name }) => name);
  return new Map(
    columns.map((column) => {
      const unit = column.unit ?? (column.type === 'number' ? clockUnitOf(column.name, names) : null);
      return [column.name, { ...toKind(column), unit }];
    }),
  );
}

/** A name that both tables have is written with the right table's name after it. */
function joinKinds(rows: Extract<Rows, { kind: 'join' }>, tables: readonly Table[]): ColumnKinds {
  const left = readKinds(rows.left, tables);
  const suffix = joinSuffix(rows.right);
  const right = [...readKinds(rows.right, tables)]
    .filter(([name]) => name !== rows.rightKey || name !== rows.leftKey)
    .map(([name, kind]) => [left.has(name) ? `${name}${suffix}` : name, kind] as const);
  return new Map([...left, ...right]);
}

export function joinSuffix(right: Rows): string {
  return `_${tableOf(right)}`;
}

/** The table that rows come from; of a join, the left one. */
export function tableOf(rows: Rows): string {
  if (rows.kind === 'table') return rows.name;
  return tableOf(rows.kind === 'join' ? rows.left : rows.of);
}

function toKind(column: Column): ColumnKind {
  const { type, isInteger, missing, isNullable = false, span, values } = column;
  return {
    ...NUMBER,
    type,
    isInteger,
    isZeroOne: type === 'boolean' && values.some((value) => /^[01]/.test(value)),
    hasGaps: missing > 0,
    isNullable,
    mayBeZero: span === null || !(Number(span.first) > 0),
    isName: type === 'number' && isInteger && isNaming(wordsOf(column.name).at(-1) ?? ''),
  };
}

/** Whether a number whose name ends with the word names something. */
export function isNaming(word: string): boolean {
  return NAMING.has(word);
}

const NAMING: ReadonlySet<string> = new Set('id no nr number code zip postcode year yr'.split(' '));

export function kindOf(expression: Expression, kinds: ColumnKinds): ColumnKind {
  switch (expression.kind) {
    case 'column':
      return kinds.get(expression.name) ?? NUMBER;
    case 'number':
      return {
        ...NUMBER,
        isInteger: Number.isInteger(expression.value),
        hasGaps: false,
        mayBeZero: expression.value === 0,
      };
    case 'text':
    case 'boolean':
    case 'date':
      return { ...NUMBER, type: expression.kind, hasGaps: false };
    case 'duration':
      return { ...NUMBER, unit: expression.unit };
    case 'part': {
      const { hasGaps } = kindOf(expression.of, kinds);
      const { part } = expression;
      return { ...NUMBER, type: part === 'weekday' ? 'weekday' : 'number', part, isInteger: true, hasGaps };
    }
    case 'period': {
      const { hasGaps } = kindOf(expression.of, kinds);
      const type = PERIOD_CODES[expression.period] === undefined ? 'date' : 'period';
      return { ...NUMBER, type, period: expression.period, hasGaps };
    }
    case 'figure':
      return kindOfFigure(expression.figure, kinds);
  }
}

function kindOfKey(key: Key, kinds: ColumnKinds): ColumnKind {
  return { ...kindOf(key.of, kinds), hasGaps: false };
}

export function kindOfFigure(figure: Figure, kinds: ColumnKinds): ColumnKind {
  switch (figure.kind) {
    case 'count':
      return { ...COUNT, mayBeZero: figure.where !== null };
    case 'rate':
      return { ...NUMBER, isShare: true };
    case 'percentile':
      return { ...kindOf(figure.of, kinds), isInteger: false, hasGaps: true, isName: false };
    case 'aggregate': {
      const kind = kindOf(figure.of, kinds);
      const { aggregate } = figure;
      if (aggregate === 'distinct') return COUNT;
      const type = kind.type === 'boolean' ? 'number' : kind.type;
      const isInteger = kind.isInteger && !CALCULATED.includes(aggregate);
      const hasGaps = kind.hasGaps || figure.where !== null || CALCULATED.includes(aggregate);
      const isShare = kind.type === 'boolean' && aggregate === 'mean';
      // Values that are all alike differ by nothing, and of no rows the total is nothing.
      const mayBeZero = kind.mayBeZero || figure.where !== null || SPREADS.includes(aggregate);
      const isName = kind.isName && ['min', 'max'].includes(aggregate);
      return { ...kind, type, isInteger, hasGaps, mayBeZero, isShare, isName };
    }
  }
}
