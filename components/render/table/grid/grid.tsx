'use client';

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { describeSize } from '../../../../lib/notebook/html-table/describe-size.ts';
import { useSteady } from '../../../ui/hooks/use-steady.ts';
import { readKey } from '../../../ui/keyboard.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { CellReader } from '../layers/cell-reader.tsx';
import { ColumnLayers, type OpenColumn } from '../layers/column-layers.tsx';
import { isNarrowed } from '../source/table.ts';
import { type ColumnWindow, endOf, toColumnWindow } from '../state/column-window.ts';
import { copyCells } from '../state/copy-cells.ts';
import { findRowBreaks } from '../state/find-breaks.ts';
import { findMove, isSelecting, type Place } from '../state/grid-place.ts';
import { toBodyPx } from '../state/row-window.ts';
import type { TableState } from '../state/use-table.ts';
import type { TableWork } from '../state/use-table-work.ts';
import type { Viewport } from '../state/use-viewport.ts';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { type LaidRows, layRows, type Reveal, toReveal } from './lay-rows.ts';

const ROW_REM = 1.875;
const MAX_PAGE_STEP = 1000;
/** While the user scrolls fast, what flies past is not asked for. */
const SETTLE_MS = 60;

interface GridProps {
  table: TableState;
  viewport: Viewport;
  work: TableWork;
  /** Whether the kernel may give what is not here. */
  isRestComing: boolean;
}

/** The cells, with the keys of the grid pattern of WAI-ARIA. It has the focus itself and says which cell is the current one. */
export function Grid({ table, viewport, work, isRestComing }: GridProps) {
  const { source, reader, isWaiting, rowCount, boxRef, places, selection } = table;
  const id = useId();
  const headRef = useRef<HTMLTableSectionElement>(null);
  const [openColumn, setOpenColumn] = useState<OpenColumn | null>(null);
  const [reading, setReading] = useState<Place | null>(null);
  const rowPx = Math.round(ROW_REM * viewport.remPx);
  const headPx = headRef.current?.offsetHeight ?? 2 * rowPx;
  const rows = layRows(table, viewport, { rowPx, headPx });
  const columns = useSteady(
    toColumnWindow(places, { scrollLeft: viewport.scrollLeft, viewPx: viewport.widthPx }),
  );
  const reveal = toReveal(table, rows);
  useJump(table, reveal);
  useWish(table, rows, columns);
  const size = {
    rowCount,
    columnCount: places.length,
    pageRows: Math.min(MAX_PAGE_STEP, Math.max(1, Math.floor(rows.space.viewPx / rowPx) - 1)),
  };
  const current = useSteady(clampPlace(selection.head, size));
  const toId = useCallback(
    (place: Place) => `${id}-${place.row}-${places[place.column]?.index ?? 0}`,
    [id, places],
  );
  const openMenu = useCallback(
    (place: Place, kind: OpenColumn['kind'] = 'menu') => {
      const index = places[place.column]?.index;
      const anchorId = toId({ row: -1, column: place.column });
      if (index !== undefined) setOpenColumn({ index, anchorId, kind });
    },
    [places, toId],
  );
  const press = (event: KeyboardEvent) => {
    if (event.target !== boxRef.current) return;
    const isDone = pressKey(event, { table, work, current, size, reveal, openMenu, read: setReading });
    if (!isDone) return;
    event.preventDefault();
    // The notebook around the table uses the same keys.
    event.stopPropagation();
  };
  const point = (event: PointerEvent, isMove: boolean) => pointAt(table, event, isMove);
  /** A press in a cell leaves the focus with the table, also one of a button in a heading. */
  const keepFocus = (event: MouseEvent) => {
    if (!readPlace(event.target, places.length)) return;
    event.preventDefault();
    boxRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <table
        ref={boxRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are chosen by keys
        role="grid"
        tabIndex={0}
        className={styles.grid}
        aria-label={TABLE_TEXTS.name(describeSize(source.total))}
        aria-rowcount={(reader.rowCount ?? -2) + 1}
        aria-colcount={places.length}
        aria-multiselectable="true"
        aria-busy={isWaiting}
        data-long={toBodyPx(rows.space) > rows.space.viewPx || undefined}
        data-more={describeOverflow(viewport, endOf(places))}
        aria-activedescendant={isDrawn(current, rows, columns) ? toId(current) : undefined}
        onKeyDown={press}
        onPointerDown={(event) => point(event, false)}
        onMouseDown={keepFocus}
        onPointerOver={(event) => event.buttons === 1 && event.pointerType === 'mouse' && point(event, true)}
        onDoubleClick={({ target }) => {
          const place = readPlace(target, places.length);
          if (place && place.row >= 0) setReading(place);
        }}
      >
        <GridHead
          ref={headRef}
          table={table}
          columns={columns}
          current={current}
          toId={toId}
          onOpen={openMenu}
        />
        <Body
          table={table}
          rows={rows}
          columns={columns}
          current={current}
          toId={toId}
          isRestComing={isRestComing}
        />
        <EndNote table={table} isRestComing={isRestComing} />
      </table>
      {openColumn && <ColumnLayers table={table} open={openColumn} onOpen={setOpenColumn} />}
      {reading && (
        <CellReader table={table} place={reading} anchorId={toId(reading)} onClose={() => setReading(null)} />
      )}
    </>
  );
}

interface BodyProps {
  table: TableState;
  rows: LaidRows;
  columns: ColumnWindow;
  current: Place;
  toId(place: Place): string;
  isRestComing: boolean;
}

function Body({ table, rows, columns, current, toId, isRestComing }: BodyProps) {
  const drawn = Array.from({ length: Math.max(0, rows.end - rows.first) }, (_, at) => rows.first + at);
  return (
    <tbody className={styles.body} style={{ height: toBodyPx(rows.space), width: endOf(table.places) }}>
      <RowBreaks rows={rows} isRestComing={isRestComing} />
      {drawn.map((row) => (
        <GridRow
          key={row}
          row={row}
          topPx={rows.toTopPx(row)}
          table={table}
          columns={columns}
          current={current}
          toId={toId}
        />
      ))}
    </tbody>
  );
}

function RowBreaks({ rows, isRestComing }: { rows: LaidRows; isRestComing: boolean }) {
  return rows.breaks.map(({ before, count }) => (
    <tr
      key={`break ${before}`}
      className={styles.break}
      style={{ top: rows.toTopPx(before) - rows.space.rowPx }}
    >
      <td className={styles.breakText}>
        {isRestComing ? TABLE_TEXTS.moreRows(count) : TABLE_TEXTS.goneRows(count)}
      </td>
    </tr>
  ));
}

/** On which sides columns are out of view: outputs that are cut off can be given more room. */
function describeOverflow({ scrollLeft, widthPx }: Viewport, totalPx: number): string {
  return [scrollLeft > 0 && 'start', scrollLeft + widthPx < totalPx - 1 && 'end'].filter(Boolean).join(' ');
}

function clampPlace(
  { row, column }: Place,
  { rowCount, columnCount }: { rowCount: number; columnCount: number },
): Place {
  return { row: Math.min(row, rowCount - 1), column: Math.max(0, Math.min(column, columnCount - 1)) };
}

function isDrawn(
  { row, column }: Place,
  rows: { first: number; end: number },
  columns: ColumnWindow,
): boolean {
  const isRow = row < 0 || (row >= rows.first && row < rows.end);
  const first = columns.pinned.length + columns.skipped;
  const isColumn =
    column < columns.pinned.length || (column >= first && column < first + columns.drawn.length);
  return isRow && isColumn;
}

/** The pointer is on a cell: it is the current one, and where it moved on to it, the end of a selection. */
function pointAt({ places, selection, setSelection }: TableState, event: PointerEvent, isMove: boolean) {
  const place = readPlace(event.target, places.length);
  if (!place || event.button > 0) return;
  const isExtended = place.row >= 0 && selection.anchor.row >= 0 && (isMove || event.shiftKey);
  setSelection({ anchor: isExtended ? selection.anchor : place, head: place });
}

/** The cell that an event is in. */
function readPlace(target: EventTarget, columnCount: number): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row = '', column = ''] = cell?.dataset.cell?.split(' ') ?? [];
  const place = { row: Number.parseInt(row, 10), column: Number.parseInt(column, 10) };
  return Number.isNaN(place.row) || place.column >= columnCount ? null : place;
}

/** Below the last row: what is not here, so that no row is taken for the last that is not. */
function EndNote({ table, isRestComing }: Pick<GridProps, 'table' | 'isRestComing'>) {
  const text = describeEnd(table, isRestComing);
  if (text === '') return null;
  return (
    <tfoot className={styles.foot}>
      <tr className={styles.end}>
        <td className={styles.endText}>{text}</td>
      </tr>
    </tfoot>
  );
}

function describeEnd(table: TableState, isRestComing: boolean): string {
  const { source, view, reader, isWaiting, rowCount } = table;
  if (isWaiting) return '';
  const all = (source.total.rows ?? 0) - (source.held.rows ?? 0);
  const breaks = findRowBreaks(source, view, reader);
  const missing = breaks.length > 0 ? (breaks.find(({ before }) => before === rowCount)?.count ?? 0) : all;
  if (missing > 0) return isRestComing ? TABLE_TEXTS.moreRows(missing) : TABLE_TEXTS.goneRows(missing);
  if (rowCount > 0) return '';
  return isNarrowed(view) ? TABLE_TEXTS.noMatch : TABLE_TEXTS.empty;
}

/** Leads to the row that the user asked for. */
function useJump({ jump, selection, boxRef }: TableState, reveal: Reveal): void {
  const latestRef = useRef({ reveal, selection });
  useEffect(() => {
    latestRef.current = { reveal, selection };
  });
  useEffect(() => {
    if (!jump) return;
    latestRef.current.reveal({ row: jump.row, column: latestRef.current.selection.head.column }, true);
    boxRef.current?.focus({ preventScroll: true });
  }, [jump, boxRef]);
}

/** Asks for what is in view, once it stays there. */
function useWish(
  { reader, source, view, hasFacts, places }: TableState,
  { first, end }: { first: number; end: number },
  columns: ColumnWindow,
): void {
  const indexes = [...columns.pinned, ...columns.drawn].map(({ index }) => index);
  const from = Math.min(...indexes, places.length);
  const to = Math.max(...indexes, -1) + 1;
  const wanted = source.open(view);
  useEffect(() => {
    const wish = {
      rows: { first, end: Math.max(end, first + 1) },
      columns: { first: from, end: to },
      hasFacts,
    };
    const timer = setTimeout(() => wanted.want(wish), wanted === reader ? SETTLE_MS : 0);
    return () => clearTimeout(timer);
  }, [wanted, reader, first, end, from, to, hasFacts]);
}

interface KeyContext {
  table: TableState;
  work: TableWork;
  current: Place;
  size: { rowCount: number; columnCount: number; pageRows: number };
  reveal(place: Place): void;
  openMenu(place: Place): void;
  read(place: Place): void;
}

/** Whether the key did something. */
function pressKey(event: KeyboardEvent, context: KeyContext): boolean {
  const { altKey, shiftKey } = event;
  const key = readKey(event);
  const { table, current, size, reveal, openMenu, read } = context;
  const { selection, setSelection } = table;
  const isMod = event.ctrlKey || event.metaKey;
  const isHeading = current.row < 0;
  const isOpening =
    key === 'Enter' || key === ' ' || key === 'ContextMenu' || (key === 'ArrowDown' && altKey);
  if (isOpening && !isMod && !shiftKey) {
    if (isHeading) openMenu(current);
    else read(current);
    return true;
  }
  if (altKey) return false;
  if (isHeading && shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))
    return stepWidth(table, current, key);
  if (isMod && key.toLowerCase() === 'c' && !isHeading) {
    copyCells(table, context.work);
    return true;
  }
  if (isMod && key.toLowerCase() === 'a') {
    setSelection({
      anchor: { row: 0, column: 0 },
      head: { row: size.rowCount - 1, column: size.columnCount - 1 },
    });
    return true;
  }
  if (key === 'Escape' && isSelecting(selection)) {
    setSelection({ anchor: selection.head, head: selection.head });
    return true;
  }
  const next = findMove(current, { key, isMod }, size);
  if (!next) return false;
  const isExtended = shiftKey && next.row >= 0 && selection.anchor.row >= 0;
  setSelection({ anchor: isExtended ? selection.anchor : next, head: next });
  reveal(next);
  return true;
}

const WIDTH_STEP_REM = 1;

function stepWidth(table: TableState, { column }: Place, key: 'ArrowLeft' | 'ArrowRight'): boolean {
  const index = table.places[column]?.index ?? -1;
  const own = table.source.columns[index];
  if (own)
    table.resize(own, table.widthRem(index) + (key === 'ArrowRight' ? WIDTH_STEP_REM : -WIDTH_STEP_REM));
  return true;
}
