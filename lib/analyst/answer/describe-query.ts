/** A query said back in words, from the tree that its code is made from: a misreading shows at a glance. */

import { findGroup } from '../query/find-group.ts';
import type { Ask, Key, Order, Query, Rows, Table } from '../query/query.ts';
import { readKinds, tableOf } from '../write/column-kind.ts';
import { describeCondition, describeExpression, describeFigure, PARTS } from './describe-value.ts';
import { capitalize, formatSide, listWords, nameEnd, toOrdinal } from './format-value.ts';

/** "Total revenue by region, where returned is false, highest revenue first" */
export function describeQuery(query: Query, tables: readonly Table[]): string {
  const { rows, ask } = query;
  const isNamed = ask.kind === 'overview' || joinOf(rows);
  const source = tables.length > 1 && !isNamed ? `, in ${describeSource(tableOf(rows), tables)}` : '';
  const clauses = describeClauses(rows, tables);
  const base =
    findGroup(rows) && ask.kind !== 'table' ? [`over the groups: ${describeBase(rows, tables)}`] : [];
  const what =
    ask.kind === 'table' ? describeTable(rows, ask.columns, tables) : describeAsk(ask, rows, tables);
  return `${capitalize([what, ...base, ...clauses].join(', '))}${source}`;
}

/** The file of a table; of several tables in one file also its name. */
function describeSource(name: string, tables: readonly Table[]): string {
  const file = tables.find((table) => table.name === name)?.file;
  const isOnly = tables.filter((table) => table.file === file).length === 1;
  const fileName = file?.split('/').at(-1) ?? name;
  return isOnly ? fileName : `${name} (${fileName})`;
}

function joinOf(rows: Rows): boolean {
  return rows.kind === 'join' || ('of' in rows && joinOf(rows.of));
}

function describeTable(rows: Rows, columns: readonly string[] | null, tables: readonly Table[]): string {
  const base = describeBase(rows, tables);
  return columns === null || findGroup(rows) ? base : `${listWords(columns)} of the ${base}`;
}

/** What the rows are, without what is done to them afterwards. */
function describeBase(rows: Rows, tables: readonly Table[]): string {
  switch (rows.kind) {
    case 'table':
    case 'join':
      return 'rows';
    case 'group': {
      const keys = rows.keys.map(describeKey);
      const figures = listWords(
        rows.figures.map(({ figure }) => describeFigure(figure, readKinds(rows.of, tables))),
      );
      return `${figures} by ${listWords(keys)}`;
    }
    case 'distinct':
      return rows.columns.length === 0 ? 'rows' : `different values of ${listWords(rows.columns)}`;
    default:
      return describeBase(rows.of, tables);
  }
}

function describeKey(key: Key): string {
  if (key.of.kind === 'part') return PARTS[key.of.part];
  return key.of.kind === 'period' ? key.of.period : describeExpression(key.of);
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
      const before = describeClauses(rows.of, tables);
      const condition = describeCondition(rows.condition);
      const last = rows.of.kind === 'where' ? before.pop() : undefined;
      const start = findGroup(rows.of) ? 'only groups where' : 'where';
      return [...before, last === undefined ? `${start} ${condition}` : `${last}, and ${condition}`];
    }
    case 'group': {
      const inner = findGroup(rows.of) ? [`from ${describeBase(rows.of, tables)}`] : [];
      return [...inner, ...describeClauses(rows.of, tables)];
    }
    case 'window':
      return [...describeClauses(rows.of, tables), describeWindow(rows)];
    case 'sort': {
      const kinds = readKinds(rows.of, tables);
      const order = describeOrder(rows, (name) => kinds.get(name)?.type ?? 'number');
      return [...describeClauses(rows.of, tables), order];
    }
    case 'limit':
      return [
        ...describeClauses(rows.of, tables),
        rows.count === 1 ? 'only the first' : `only the first ${rows.count}`,
      ];
    case 'nth':
      return [...describeClauses(rows.of, tables), `only ${toOrdinal(rows.place)} place`];
    case 'distinct': {
      const once = rows.columns.length === 0 ? ['with each repeated row once'] : [];
      return [...describeClauses(rows.of, tables), ...once];
    }
  }
}

function describeOrder({ by, descending }: Order, typeOf: (name: string) => string): string {
  const type = by.kind === 'column' ? typeOf(by.name) : 'number';
  const words = describeExpression(by);
  if (type === 'date' || type === 'period') return `${descending ? 'latest' : 'earliest'} ${words} first`;
  if (type === 'number') return `${nameEnd(descending ? 'highest' : 'lowest', words)} first`;
  return `sorted by ${words}${descending ? ', last first' : ''}`;
}

function describeWindow({ name, window, value, order, within }: Extract<Rows, { kind: 'window' }>): string {
  const along = order === null ? '' : `, along ${order}`;
  const end = `${along}${within.length === 0 ? '' : `, within each ${listWords(within)}`}`;
  switch (window.kind) {
    case 'running-total':
      return `with the running total of ${value}${end}`;
    case 'change':
      return `with the ${window.as === 'percent' ? 'percent change' : 'change'} of ${value} from the row before${end}`;
    case 'share':
      return `with ${name} = percent of the total of ${value}${end}`;
  }
}

const COMPARED = { difference: 'difference', ratio: 'ratio', change: 'change in percent' } as const;

function describeAsk(ask: Exclude<Ask, { kind: 'table' }>, rows: Rows, tables: readonly Table[]): string {
  const kinds = readKinds(rows, tables);
  switch (ask.kind) {
    case 'values':
      return listWords(ask.figures.map(({ figure }) => describeFigure(figure, kinds)));
    case 'compare': {
      const [left, right] = ask.sides.map(({ label }) => formatSide(label));
      const figure = describeFigure(ask.figure.figure, kinds);
      const end = ask.descending ? 'higher' : 'lower';
      if (ask.as === 'which') return `${figure}, whether it is ${end} for ${left} or ${right}`;
      return `${figure} of ${left} and ${right}, ${COMPARED[ask.as]}`;
    }
    case 'share': {
      const what = ask.figure.kind === 'count' ? 'rows' : describeFigure(ask.figure, kinds);
      return `share of ${what} where ${describeCondition(ask.part)}`;
    }
    case 'correlation':
      return `correlation of ${listWords(ask.of)}`;
    case 'missing':
      return `missing values${ask.columns.length === 0 ? ' of each column' : ` of ${listWords(ask.columns)}`}`;
    case 'overview':
      return `overview of ${tableOf(rows)}`;
  }
}
