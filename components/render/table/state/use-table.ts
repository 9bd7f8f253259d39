'use client';

import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { useSteady } from '../../../ui/hooks/use-steady.ts';
import type { ValueFormat } from '../source/format-value.ts';
import { type Column, isIndex, PLAIN_VIEW, type TableView } from '../source/table.ts';
import type { RowReader, TableSource } from '../source/table-source.ts';
import { type ColumnPlace, placeColumns } from './column-window.ts';
import { type Break, findColumnBreaks } from './find-breaks.ts';
import type { Selection } from './grid-place.ts';
import { useLooks } from './use-looks.ts';
import { useViewport, type Viewport } from './use-viewport.ts';

/** What the parts of a table share. The same object while none of it changes, so that scrolling draws nothing twice. */
export interface TableState {
  readonly source: TableSource;
  /** Of `source` and its readers, which change in place. */
  readonly version: number;
  readonly view: TableView;
  /** Starts at the first row again. */
  setView(view: TableView): void;
  /** The rows that are shown: those of the view, or of the one before while they are not here yet. */
  readonly reader: RowReader;
  /** Whether the rows shown are not those of the view yet. */
  readonly isWaiting: boolean;
  readonly rowCount: number;
  readonly boxRef: RefObject<HTMLTableElement | null>;
  /** Of the root font. */
  readonly remPx: number;
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

/** Shorter tables are seen at a glance. */
const MIN_ROWS_WITH_FACTS = 20;
/** Pinned columns leave at least so much of the width to the others. */
const MAX_PINNED = 0.5;
const START: Selection = { anchor: { row: -1, column: 0 }, head: { row: -1, column: 0 } };

export function useTable(
  source: TableSource,
  version: number,
  onAsk: ((quote: string) => void) | undefined,
): { table: TableState; viewport: Viewport } {
  const [view, setView] = useState(PLAIN_VIEW);
  const [selection, setSelection] = useState(START);
  const [jump, setJump] = useState<{ row: number } | null>(null);
  const [widths, setWidths] = useState<ReadonlyMap<number, number>>(new Map());
  const [pins, setPins] = useState<ReadonlyMap<number, boolean>>(new Map());
  const boxRef = useRef<HTMLTableElement>(null);
  const viewport = useViewport(boxRef);
  const wanted = source.open(view);
  const { reader, view: shownView } = useReady(wanted, view);
  const { columns } = source;
  const { remPx } = viewport;
  const rowCount = reader.rowCount ?? 0;
  const isWaiting = reader !== wanted || reader.rowCount === null;
  const hasFacts = (source.total.rows ?? rowCount) >= MIN_ROWS_WITH_FACTS;
  const lookOf = useLooks(columns, reader, hasFacts);
  const widthRem = useCallback(
    (index: number) => widths.get(columns[index]?.at ?? Number.NaN) ?? lookOf(index).widthRem,
    [columns, widths, lookOf],
  );
  const widthsPx = columns.map((_, index) => Math.round(widthRem(index) * remPx));
  const pinned = columns.flatMap((column, index) =>
    (pins.get(column.at) ?? isIndex(column)) ? [index] : [],
  );
  const pinnedPx = pinned.reduce((sum, index) => sum + (widthsPx[index] ?? 0), 0);
  const order = useSteady({ widthsPx, pinned: pinnedPx <= viewport.widthPx * MAX_PINNED ? pinned : [] });
  const places = useMemo(() => placeColumns(order.widthsPx, new Set(order.pinned)), [order]);
  const table = useMemo(
    () => ({
      source,
      version,
      view,
      setView: (next: TableView) => {
        setView(next);
        setSelection((before) => ({
          ...START,
          anchor: { ...before.head, row: -1 },
          head: { ...before.head, row: -1 },
        }));
        boxRef.current?.scrollTo({ top: 0 });
      },
      reader,
      isWaiting,
      rowCount,
      boxRef,
      remPx,
      places,
      format: (index: number) => lookOf(index).format,
      hasFacts,
      selection,
      setSelection,
      goTo: (row: number) => {
        const place = { row, column: selection.head.column };
        setSelection({ anchor: place, head: place });
        setJump({ row });
      },
      jump,
      columnBreaks: findColumnBreaks(source.columns, source.total.columns),
      shownView,
      cancel: () => setView(shownView),
      resize: (column: Column, width: number) => setWidths((before) => new Map(before).set(column.at, width)),
      widthRem,
      pin: (column: Column, isPinned: boolean) =>
        setPins((before) => new Map(before).set(column.at, isPinned)),
      onAsk,
    }),
    [
      source,
      version,
      view,
      reader,
      isWaiting,
      rowCount,
      remPx,
      places,
      lookOf,
      hasFacts,
      selection,
      jump,
      shownView,
      widthRem,
      onAsk,
    ],
  );
  return { table, viewport };
}

/** The last reader whose rows are here, so that nothing blinks while others come. */
function useReady(reader: RowReader, view: TableView): { reader: RowReader; view: TableView } {
  const [ready, setReady] = useState({ reader, view });
  if (reader.rowCount !== null && ready.reader !== reader) setReady({ reader, view });
  return reader.rowCount === null && ready.reader.rowCount !== null ? ready : { reader, view };
}
