/** A table, or what is left of one, that the page holds itself. */
import type { TableSize } from '../../../../lib/notebook/html-table/describe-size.ts';
import { hasText, matchesFilter } from './matches-filter.ts';
import { summarizeValues } from './summarize-values.ts';
import { type Column, isIndex, type TableView, type Value } from './table.ts';
import type { ColumnFacts, RowReader, TableExports, TableSource } from './table-source.ts';
import { writeCsv, writeMarkdown, writeTsv } from './write-table.ts';

export interface HeldTable {
  /** Those of the index first. */
  readonly columns: readonly Column[];
  /** With a value for each column. */
  readonly rows: readonly (readonly Value[])[];
  /** Positions of the rows in the whole table; absent where they are its first. */
  readonly places?: readonly number[];
  /** Of the whole table, of which this may be a part. */
  readonly total: { readonly rows: number; readonly columns: number };
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

const isLast = (value: Value) => value === null || Number.isNaN(value);

export function createLocalSource(table: HeldTable): TableSource {
  const { columns, total } = table;
  const readers = new Map<string, RowReader>();
  return {
    subscribe: () => () => {},
    version: 0,
    columns,
    total,
    held: measure(table),
    firstRead: null,
    note: '',
    sortsIndex: true,
    open: (view) => {
      const key = JSON.stringify(view);
      const reader = readers.get(key) ?? openView(table, view);
      readers.set(key, reader);
      return reader;
    },
  };
}

function openView(table: HeldTable, view: TableView): RowReader {
  const { columns, rows, total } = table;
  const places = findPlaces({ columns, rows }, view);
  const facts = new Map<number, ColumnFacts>();
  return {
    rowCount: places.length,
    failure: '',
    value: (row, column) => rows[places[row] ?? -1]?.[column],
    place: (row) => {
      const place = places[row];
      return place === undefined ? undefined : (table.places?.[place] ?? place);
    },
    want: () => {},
    load: async ({ first, end }, indexes) =>
      places.slice(first, end).map((place) => indexes.map((index) => rows[place]?.[index] ?? null)),
    facts: (index) => {
      const column = columns[index];
      if (!column) return undefined;
      const known =
        facts.get(index) ??
        summarizeValues(
          column,
          places.map((place) => rows[place]?.[index] ?? null),
          rows.length < total.rows ? 'left' : 'all',
        );
      facts.set(index, known);
      return known;
    },
    retry: () => {},
  };
}

/** Positions of the rows of a view, in its order. */
export function findPlaces(
  { columns, rows }: Pick<HeldTable, 'columns' | 'rows'>,
  view: TableView,
): number[] {
  const { sorting, filters, search } = view;
  const indexOf = (at: number) => columns.findIndex((column) => column.at === at);
  const text = search.toLowerCase();
  const conditions = filters.map((filter) => {
    const index = indexOf(filter.column);
    return { filter, index, kind: columns[index]?.kind ?? 'text' };
  });
  const places = rows.flatMap((row, place) => {
    const isMet = conditions.every(({ filter, index, kind }) =>
      matchesFilter(row[index] ?? null, filter, kind),
    );
    return isMet && (text === '' || row.some((value) => hasText(value, text))) ? [place] : [];
  });
  if (!sorting) return places;
  const index = indexOf(sorting.at);
  return sortPlaces(places, (place) => rows[place]?.[index] ?? null, sorting.order);
}

/** Positions in the order of the values: missing ones last both ways, equal ones in their order. */
function sortPlaces(
  places: readonly number[],
  read: (place: number) => Value,
  order: 'ascending' | 'descending',
): number[] {
  const sign = order === 'ascending' ? 1 : -1;
  const present = places.filter((place) => !isLast(read(place)));
  const missing = places.filter((place) => isLast(read(place)));
  present.sort((one, other) => sign * compare(read(one), read(other)));
  return [...present, ...missing];
}

function compare(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return COLLATOR.compare(one, other);
  // Infinities cannot be subtracted.
  if (typeof one === typeof other) return one === other ? 0 : Number(one) < Number(other) ? -1 : 1;
  return COLLATOR.compare(String(one), String(other));
}

const WRITERS = { csv: writeCsv, tsv: writeTsv, md: writeMarkdown };

/** What the page holds of a table, without a kernel. */
export function createLocalExports(table: HeldTable): TableExports {
  const held = measure(table);
  return {
    formats: ['csv', 'tsv', 'md'],
    total: table.total,
    held,
    write: async (format, view) => {
      const rows = findPlaces(table, view).map((place) => table.rows[place] ?? []);
      const write = format === 'csv' || format === 'md' ? WRITERS[format] : WRITERS.tsv;
      return { blob: new Blob([write(table.columns, rows)]), size: { ...held, rows: rows.length } };
    },
  };
}

function measure({ rows, columns }: HeldTable): TableSize {
  return { rows: rows.length, columns: columns.filter((column) => !isIndex(column)).length };
}
