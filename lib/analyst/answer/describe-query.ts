/** A query said back in words, from the tree that its code is made from: a misreading shows at a glance. */
import {
  type Ask,
  type Expression,
  type Key,
  nameKey,
  type Order,
  type Query,
  type Rows,
  type Table,
} from '../query.ts';
import { readKinds, tableOf } from '../write/column-kind.ts';
import { findGroup } from '../write/draft.ts';
import { describeCondition, describeExpression, describeFigure } from './describe-value.ts';
import { capitalize, listWords, toOrdinal } from './format-value.ts';

/** "Total revenue by region, where returned is false, highest revenue first" */
export function describeQuery(query: Query, tables: readonly Table[]): string {
  const { rows, ask } = query;
  const source = tables.length > 1 && !joinOf(rows) ? `, in ${tableOf(rows)}` : '';
  const clauses = describeClauses(rows, tables);
  const base = findGroup(rows) && ask.kind !== 'table' ? [`over the groups: ${describeBase(rows)}`] : [];
  const what = ask.kind === 'table' ? describeTable(rows, ask.columns) : describeAsk(ask, rows);
  return `${capitalize([what, ...base, ...clauses].join(', '))}${source}`;
}

function joinOf(rows: Rows): boolean {
  return rows.kind === 'join' || (rows.kind !== 'table' && joinOf(rows.of));
}

function describeTable(rows: Rows, columns: readonly string[] | null): string {
  const base = describeBase(rows);
  return columns === null || findGroup(rows) ? base : `${listWords(columns)} of the ${base}`;
}

/** What the rows are, without what is done to them afterwards. */
function describeBase(rows: Rows): string {
  switch (rows.kind) {
    case 'table':
    case 'join':
      return 'rows';
    case 'group': {
      const keys = rows.keys.map(describeKey);
      const figures = listWords(rows.figures.map(({ figure }) => describeFigure(figure)));
      return keys.length === 0 ? figures : `${figures} by ${listWords(keys)}`;
    }
    case 'distinct':
      return `different ${rows.columns.length === 0 ? 'rows' : `values of ${listWords(rows.columns)}`}`;
    default:
      return describeBase(rows.of);
  }
}

export function describeKey(key: Key): string {
  if (key.bins !== null) return `ranges of ${describeExpression(key.of)}`;
  return key.of.kind === 'part' || key.of.kind === 'period' ? nameKey(key) : describeExpression(key.of);
}

/** What is done to the rows, in its order. */
function describeClauses(rows: Rows, tables: readonly Table[]): string[] {
  switch (rows.kind) {
    case 'table':
      return [];
    case 'join': {
      const by = rows.leftKey === rows.rightKey ? rows.leftKey : `${rows.leftKey} = ${rows.rightKey}`;
      return [
        `${tableOf(rows.left)} joined with ${tableOf(rows.right)} by ${by}`,
        ...describeClauses(rows.left, tables),
      ];
    }
    case 'where': {
      const start = findGroup(rows.of) ? 'only groups where' : 'where';
      return [...describeClauses(rows.of, tables), `${start} ${describeCondition(rows.condition)}`];
    }
    case 'derive':
      return [
        ...describeClauses(rows.of, tables),
        `with ${rows.name} = ${describeExpression(rows.expression)}`,
      ];
    case 'group': {
      const inner = findGroup(rows.of) ? [`from ${describeBase(rows.of)}`] : [];
      return [...inner, ...describeClauses(rows.of, tables)];
    }
    case 'window':
      return [...describeClauses(rows.of, tables), describeWindow(rows)];
    case 'sort': {
      const kinds = readKinds(rows.of, tables);
      const orders = rows.orders.map((order) =>
        describeOrder(order, (name) => kinds.get(name)?.type ?? 'number'),
      );
      return [...describeClauses(rows.of, tables), orders.join(', then ')];
    }
    case 'limit':
      return [
        ...describeClauses(rows.of, tables),
        `${rows.count === 1 ? 'only the first' : `only the first ${rows.count}`}${withinWords(rows.within)}`,
      ];
    case 'nth':
      return [
        ...describeClauses(rows.of, tables),
        `only ${toOrdinal(rows.place)} place${withinWords(rows.within)}`,
      ];
    case 'distinct':
      return describeClauses(rows.of, tables);
  }
}

function withinWords(within: readonly Expression[]): string {
  return within.length === 0 ? '' : ` of each ${listWords(within.map(describeExpression))}`;
}

function describeOrder({ by, descending }: Order, typeOf: (name: string) => string): string {
  const type = by.kind === 'column' ? typeOf(by.name) : 'number';
  const words = describeExpression(by);
  if (type === 'date' || type === 'period') return `${descending ? 'latest' : 'earliest'} ${words} first`;
  if (type === 'number') return `${descending ? 'highest' : 'lowest'} ${words} first`;
  return `sorted by ${words}${descending ? ', last first' : ''}`;
}

function describeWindow({ name, window, value, order, within }: Extract<Rows, { kind: 'window' }>): string {
  const of = describeExpression(value);
  const along = order ? `, along ${describeExpression(order.by)}` : '';
  const end = `${along}${within.length === 0 ? '' : `, within each ${listWords(within.map(describeExpression))}`}`;
  switch (window.kind) {
    case 'running-total':
      return `with the running total of ${of}${end}`;
    case 'moving-average':
      return `with the average of ${of} over ${window.length} rows${end}`;
    case 'change': {
      const before = window.offset === 1 ? 'the row before' : `${window.offset} rows before`;
      return `with the ${window.as === 'percent' ? 'percent change' : 'change'} of ${of} from ${before}${end}`;
    }
    case 'gap':
      return `with the ${window.unit} since the row before, by ${of}${end}`;
    case 'rank':
      return `with the rank by ${of}, ${window.descending ? 'highest' : 'lowest'} first${end}`;
    case 'share':
      return `with ${name} = percent of the total of ${of}${end}`;
  }
}

const COMPARED = { difference: 'difference', ratio: 'ratio', change: 'change in percent' } as const;

function describeAsk(ask: Exclude<Ask, { kind: 'table' }>, rows: Rows): string {
  const by = 'by' in ask && ask.by !== null ? ` by ${describeKey(ask.by)}` : '';
  switch (ask.kind) {
    case 'values':
      return listWords(ask.figures.map(({ figure }) => describeFigure(figure)));
    case 'compare': {
      const [left, right] = ask.sides.map(({ label }) => label);
      const figure = describeFigure(ask.figure.figure);
      if (ask.as === 'which')
        return `${figure}, whether it is ${ask.descending ? 'higher' : 'lower'} for ${left} or ${right}`;
      return `${figure} of ${left} and ${right}, ${COMPARED[ask.as]}`;
    }
    case 'share': {
      const what = ask.figure.kind === 'count' ? 'rows' : describeFigure(ask.figure);
      return `share of ${what} where ${describeCondition(ask.part)}`;
    }
    case 'whether': {
      const where = ask.condition === null ? '' : ` where ${describeCondition(ask.condition)}`;
      return ask.quantifier === 'any'
        ? `whether there are rows${where}`
        : `whether all rows are rows${where}`;
    }
    case 'correlation': {
      const names = ask.of.map(describeExpression);
      const of =
        names.length === 0
          ? 'all pairs of number columns'
          : names.length === 1
            ? `${names[0]} and every other number column`
            : listWords(names);
      return `${capitalize(ask.method)} correlation of ${of}${by}`;
    }
    case 'distribution':
      return `distribution of ${describeExpression(ask.of)}${by}`;
    case 'outliers': {
      const of = ask.of.length === 0 ? 'all number columns' : listWords(ask.of.map(describeExpression));
      const rule =
        ask.method === 'iqr'
          ? `more than ${ask.threshold} interquartile ranges outside the quartiles`
          : `more than ${ask.threshold} standard deviations from the average`;
      return `outliers of ${of}${by} (${rule})`;
    }
    case 'missing':
      return `missing values${ask.columns.length === 0 ? ' of each column' : ` of ${listWords(ask.columns)}`}`;
    case 'duplicates':
      return ask.columns.length === 0 ? 'repeated rows' : `rows that have the same ${listWords(ask.columns)}`;
    case 'streak':
      return `longest run of rows where ${describeCondition(ask.condition)}, in order of ${describeExpression(ask.order)}${withinWords(ask.within)}`;
    case 'overview':
      return `overview of ${tableOf(rows)}`;
    case 'columns':
      return `columns of ${tableOf(rows)}`;
  }
}
