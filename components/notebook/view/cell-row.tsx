'use client';

import {
  createContext,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Output } from '../../../lib/notebook/output.ts';
import type { Cell, Session } from '../../../lib/session/session.ts';
import { createRowWatch, MAX_DRAWN_ROWS, type RowWatch } from './row-watch.ts';
import { toFindableText } from './to-findable-text.ts';
import { findOpeningCell } from './use-opening.ts';

interface Rows {
  readonly watch: RowWatch;
  /** IDs of the cells whose rows are drawn at once; null: all, except while a large notebook opens. */
  firstDrawn: ReadonlySet<string> | null;
}

/** What is in view before the heights of the rows are known. */
const FIRST_DRAWN_ROWS = 4;

const RowsContext = createContext<Rows | null>(null);

interface CellRowsProps {
  session: Session;
  /** Whether all rows are there: a large notebook starts with the rows where it opens. */
  isWhole: boolean;
  children: ReactNode;
}

/** Around all rows of a notebook. */
export function CellRows({ session, isWhole, children }: CellRowsProps) {
  const [rows] = useState<Rows>(() => ({
    watch: createRowWatch(),
    firstDrawn: session.cells.length <= MAX_DRAWN_ROWS ? null : listFirstDrawn(session),
  }));
  useEffect(() => {
    if (isWhole) rows.firstDrawn = null;
  }, [rows, isWhole]);
  return <RowsContext value={rows}>{children}</RowsContext>;
}

function listFirstDrawn(session: Session): ReadonlySet<string> {
  const ids = session.cells.map(({ id }) => id);
  const start = Math.max(0, ids.indexOf(findOpeningCell(session)?.id ?? ''));
  return new Set(ids.slice(start, start + FIRST_DRAWN_ROWS));
}

/** A cell's place in the notebook, found by the cell's id; its content is drawn when it is near the view. */
export function CellRow({ cell, children }: { cell: Cell; children: ReactNode }) {
  const rows = useContext(RowsContext);
  const ref = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(rows?.firstDrawn?.has(cell.id) ?? true);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  useEffect(() => {
    if (!rows || !ref.current) return;
    return rows.watch.watch(ref.current, (farHeightPx) => {
      setDrawn(farHeightPx === null);
      if (farHeightPx !== null) setHeightPx(farHeightPx);
    });
  }, [rows]);
  return (
    <div id={cell.id} ref={ref} data-drawn={isDrawn ? '' : undefined}>
      {isDrawn ? children : <FarCell cell={cell} heightPx={heightPx} setDrawn={setDrawn} />}
    </div>
  );
}

interface FarCellProps {
  cell: Cell;
  /** The height at which it was drawn; null before that. */
  heightPx: number | null;
  setDrawn: (isDrawn: boolean) => void;
}

/** Not visible and not read out, but found by the browser's search, which then causes the cell to be drawn. */
const FarCell = memo(function FarCell({ cell, heightPx, setDrawn }: FarCellProps) {
  const ref = useRef<HTMLDivElement>(null);
  // Before the browser computes any style: else it does so twice for each of these cells.
  useLayoutEffect(() => {
    const element = ref.current;
    const draw = () => setDrawn(true);
    // React writes this attribute as a boolean one.
    element?.setAttribute('hidden', 'until-found');
    element?.addEventListener('beforematch', draw);
    return () => element?.removeEventListener('beforematch', draw);
  }, [setDrawn]);
  return (
    <div style={{ height: heightPx ?? estimateHeight(cell) }}>
      <div ref={ref} hidden>
        {toFindableText(cell)}
      </div>
    </div>
  );
});

const LINE_PX = 20;
const CHARACTERS_A_LINE = 90;
const MAX_TEXT_PX = 416;
const FRAME_PX = 24;
const PICTURE_PX = 420;
const TABLE_PX = 320;

/** Estimates how many pixels a cell takes once it is drawn, closely enough for a useful scroll bar. */
function estimateHeight(cell: Cell): number {
  if (cell.type === 'markdown') return FRAME_PX + estimateText(cell.source, Infinity);
  const code = FRAME_PX + countLines(cell.source) * LINE_PX;
  return cell.outputs.reduce((sum, output) => sum + 12 + estimateOutput(output), code);
}

function estimateOutput(output: Output): number {
  if (output.output_type === 'stream') return estimateText(output.text, MAX_TEXT_PX);
  if (output.output_type === 'error') return FRAME_PX + output.traceback.length * LINE_PX;
  const types = Object.keys(output.data);
  if (types.some((type) => type.startsWith('image/'))) return output.digest?.size?.height ?? PICTURE_PX;
  if (types.length > 1) return TABLE_PX;
  const text = output.data['text/plain'];
  return typeof text === 'string' ? estimateText(text, MAX_TEXT_PX) : TABLE_PX;
}

function estimateText(text: string, maxPx: number): number {
  const lines = Math.max(countLines(text), text.length / CHARACTERS_A_LINE);
  return Math.min(Math.ceil(lines) * LINE_PX, maxPx);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
