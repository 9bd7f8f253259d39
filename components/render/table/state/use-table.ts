'use client';

import { type RefObject, useRef, useState } from 'react';
import { chooseFormat, type ValueFormat } from '../source/format-value.ts';
import { type Column, isIndex, PLAIN_VIEW, type TableView, type Value } from '../source/table.ts';
import type { RowReader, TableSource } from '../source/table-source.ts';
import { chooseWidth } from './choose-width.ts';
import { type ColumnPlace, placeColumns } from './column-window.ts';
import { type Break, findColumnBreaks } from './find-breaks.ts';
import type { Selection } from './grid-place.ts';
import { useViewport, type Viewport } from './use-viewport.ts';

/** What the parts of a table share. */
export interface TableState {
  readonly source: TableSource;
  readonly view: TableView;
  /** Starts at the first row again. */
  setView(view: TableView): void;
  /** The rows that are shown: those of the view, or of the one before while they are not here yet. */
  readonly reader: RowReader;
  /** Whether the rows shown are not those of the view yet. */
  readonly isWaiting: boolean;
  readonly rowCount: number;
  readonly boxRef: RefObject<HTMLTableElement | null>;
  readonly viewport: Viewport;
  /** In the order drawn. */
  readonly places: readonly ColumnPlace[];
  /** How values of a column are written, by index in `source.columns`. */
  format(index: number): ValueFormat;
  /** Whether headings say what their columns have in common. */
  readonly hasFacts: boolean;
  readonly selection: Selection;
  setSelection(selection: Selection): void;
  /** Leads to a row, counted from 0, which is scrolled into view. */
  goTo(row: number): void;
  /** Where `goTo` led last. */
  readonly jump: { readonly row: number } | null;
  /** Columns of the whole table that are not here. */
  readonly columnBreaks: readonly Break[];
  /** What is waited for; back to what is shown with `cancel`. */
  readonly shownView: TableView;
  cancel(): void;
  resize(column: Column, widthRem: number): void;
  widthRem(index: number): number;
  pin(column: Column, isPinned: boolean): void;
  readonly onAsk: ((quote: string) => void) | undefined;
}

interface Look {
  readonly format: ValueFormat;
  readonly widthRem: number;
}

/** Shorter tables are seen at a glance. */
const MIN_ROWS_WITH_FACTS = 20;
/** Of its first rows: what a column looks like is judged by them. */
const JUDGED_ROWS = 60;
/** Pinned columns leave at least so much of the width to the others. */
const MAX_PINNED = 0.5;
const START: Selection = { anchor: { row: -1, column: 0 }, head: { row: -1, column: 0 } };

export function useTable(source: TableSource, onAsk: ((quote: string) => void) | undefined): TableState {
  const [view, setView] = useState(PLAIN_VIEW);
  const [selection, setSelection] = useState(START);
  const [jump, setJump] = useState<{ row: number } | null>(null);
  const [widths, setWidths] = useState<ReadonlyMap<number, number>>(new Map());
  const [pins, setPins] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [looks] = useState(() => new WeakMap<Column, Look>());
  const boxRef = useRef<HTMLTableElement>(null);
  const viewport = useViewport(boxRef);
  const wanted = source.open(view);
  const shown = useReady(wanted, view);
  const { reader } = shown;
  const rowCount = reader.rowCount ?? 0;
  const hasFacts = (source.total.rows ?? rowCount) >= MIN_ROWS_WITH_FACTS;
  const lookOf = (column: Column, index: number): Look => {
    const known = looks.get(column);
    if (known) return known;
    const values = readFirst(reader, index);
    const format = chooseFormat(column, values);
    const look = { format, widthRem: chooseWidth(column, values, { format, hasFacts }) };
    if (values.length > 0 || rowCount === 0) looks.set(column, look);
    return look;
  };
  const { columns } = source;
  const widthRem = (index: number) => {
    const column = columns[index];
    return column ? (widths.get(column.at) ?? lookOf(column, index).widthRem) : 0;
  };
  const widthsPx = columns.map((_, index) => Math.round(widthRem(index) * viewport.remPx));
  const pinned = columns.flatMap((column, index) =>
    (pins.get(column.at) ?? isIndex(column)) ? [index] : [],
  );
  const pinnedPx = pinned.reduce((sum, index) => sum + (widthsPx[index] ?? 0), 0);
  const places = placeColumns(widthsPx, new Set(pinnedPx <= viewport.widthPx * MAX_PINNED ? pinned : []));
  return {
    source,
    view,
    setView: (next) => {
      setView(next);
      setSelection((before) => ({
        ...START,
        anchor: { ...before.head, row: -1 },
        head: { ...before.head, row: -1 },
      }));
      boxRef.current?.scrollTo({ top: 0 });
    },
    reader,
    isWaiting: reader !== wanted || reader.rowCount === null,
    rowCount,
    boxRef,
    viewport,
    places,
    format: (index) => {
      const column = columns[index];
      return column ? lookOf(column, index).format : { decimals: null, hasThousands: false };
    },
    hasFacts,
    selection,
    setSelection,
    goTo: (row) => {
      const place = { row, column: selection.head.column };
      setSelection({ anchor: place, head: place });
      setJump({ row });
    },
    jump,
    columnBreaks: findColumnBreaks(columns, source.total.columns),
    shownView: shown.view,
    cancel: () => setView(shown.view),
    resize: (column, width) => setWidths((before) => new Map(before).set(column.at, width)),
    widthRem,
    pin: (column, isPinned) => setPins((before) => new Map(before).set(column.at, isPinned)),
    onAsk,
  };
}

/** The last reader whose rows are here, so that nothing blinks while others come. */
function useReady(reader: RowReader, view: TableView): { reader: RowReader; view: TableView } {
  const [ready, setReady] = useState({ reader, view });
  if (reader.rowCount !== null && ready.reader !== reader) setReady({ reader, view });
  return reader.rowCount === null && ready.reader.rowCount !== null ? ready : { reader, view };
}

function readFirst(reader: RowReader, column: number): Value[] {
  const count = Math.min(reader.rowCount ?? 0, JUDGED_ROWS);
  return Array.from({ length: count }, (_, row) => reader.value(row, column)).filter(
    (value) => value !== undefined,
  );
}
