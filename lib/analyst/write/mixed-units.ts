/** Columns with the units or currencies of amounts that a query takes together. */
import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type { Column, Figure, Query, Rows, Table } from '../query/query.ts';
import { findUnit } from '../read/tokens.ts';
import { columnsOf } from './columns-of.ts';
import { conditionsOf } from './filters.ts';

const UNIT_NAME = /^(currency|curr|unit|units|uom|unit of measure)$/i;
/** Pieces have no currency. */
const NUMBER_NAME = /quantit|qty|count|number|units?$|rank|year|(^|_| )id$/i;
const OF_COUNTS: readonly string[] = ['distinct', 'filled', 'missing', 'mode'];

export function listMixedUnits(query: Query, tables: readonly Table[]): Column[] {
  const { rows, ask } = query;
  const measured = listMeasured(query);
  const named = JSON.stringify([conditionsOf(rows), findGroup(rows)?.keys ?? [], ask]);
  const used = tables.filter(({ name, columns }) => {
    const isMeasured = ({ name: each, type }: Column) =>
      type === 'number' && measured.has(each) && !NUMBER_NAME.test(each);
    return listTables(rows).includes(name) && columns.some(isMeasured);
  });
  return used.flatMap(({ columns }) =>
    columns.filter(
      (column) =>
        isUnitColumn(column) && column.unique > 1 && !named.includes(`"name":${JSON.stringify(column.name)}`),
    ),
  );
}

/** A column `unit` can be a department as well. */
function isUnitColumn({ name, type, values }: Column): boolean {
  const words = name.replaceAll(/[_-]/g, ' ').trim();
  if (type !== 'text' || !UNIT_NAME.test(words)) return false;
  return /^curr/i.test(words) || values.every((value) => findUnit(value.toLowerCase()) !== null);
}

/** Columns whose values make the figures or the order of the rows. */
function listMeasured({ rows, ask }: Query): Set<string> {
  const figures = findGroup(rows)?.figures ?? (ask.kind === 'values' ? ask.figures : []);
  const own =
    ask.kind === 'compare' ? [ask.figure] : ask.kind === 'share' ? [{ figure: ask.figure }] : figures;
  return new Set([...own.flatMap(({ figure }) => measuredColumns(figure)), ...sortedColumns(rows)]);
}

function measuredColumns(figure: Figure): string[] {
  if (figure.kind === 'count') return [];
  if (figure.kind === 'ratio' || figure.kind === 'difference')
    return [...measuredColumns(figure.left), ...measuredColumns(figure.right)];
  return figure.kind === 'aggregate' && OF_COUNTS.includes(figure.aggregate) ? [] : columnsOf(figure.of);
}

function sortedColumns(rows: Rows): string[] {
  if (!('of' in rows)) return [];
  const own = rows.kind === 'sort' ? columnsOf(rows.by) : [];
  return [...own, ...sortedColumns(rows.of)];
}
