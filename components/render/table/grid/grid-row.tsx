import { type CSSProperties, memo } from 'react';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { formatValue } from '../source/format-value.ts';
import { isIndex, type Value } from '../source/table.ts';
import type { ColumnPlace, ColumnWindow } from '../state/column-window.ts';
import { isAfterBreak } from '../state/find-breaks.ts';
import { isSelecting, type Place, toBlock } from '../state/grid-place.ts';
import type { TableState } from '../state/use-table.ts';
import styles from './grid.module.css';

interface GridRowProps {
  row: number;
  topPx: number;
  table: TableState;
  columns: ColumnWindow;
  current: Place;
  toId(place: Place): string;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, topPx, table, columns, current, toId } = props;
  const { selection } = table;
  const block = toBlock(selection);
  const isInBlock = isSelecting(selection) && row >= block.rows.first && row < block.rows.end;
  const first = columns.pinned.length + columns.skipped;
  const draw = (place: ColumnPlace, column: number) => (
    <Cell
      key={place.index}
      id={toId({ row, column })}
      row={row}
      column={column}
      place={place}
      table={table}
      isCurrent={current.row === row && current.column === column}
      isSelected={isInBlock && column >= block.columns.first && column < block.columns.end}
      isRepeat={isRepeat(table, row, place.index)}
    />
  );
  return (
    <tr
      aria-rowindex={row + 2}
      className={styles.row}
      style={{ top: topPx }}
      data-current={current.row === row || undefined}
      data-jumped={(table.jump?.row === row && current.row === row) || undefined}
      data-last={row === table.rowCount - 1 || undefined}
    >
      {columns.pinned.map(draw)}
      <Gap px={columns.gapPx} />
      {columns.drawn.map((place, at) => draw(place, first + at))}
      <Gap px={columns.endPx} />
    </tr>
  );
});

/** Whether an outer level of the index only says again what the row above says. */
function isRepeat({ source: { columns }, view, reader }: TableState, row: number, index: number): boolean {
  const inner = columns[index + 1];
  const column = columns[index];
  if (row === 0 || !column || !isIndex(column) || !inner || !isIndex(inner) || view.sorting) return false;
  // Only where all levels before it are the same too.
  return Array.from({ length: index + 1 }, (_, each) => each).every(
    (each) =>
      reader.value(row, each) !== undefined && reader.value(row, each) === reader.value(row - 1, each),
  );
}

/** What is not so has no attribute: a screen of tables has thousands of cells. */
interface CellProps {
  id: string;
  row: number;
  column: number;
  place: ColumnPlace;
  table: TableState;
  isCurrent: boolean;
  isSelected: boolean;
  isRepeat: boolean;
}

function Cell({ id, row, column, place, table, isCurrent, isSelected, isRepeat }: CellProps) {
  const { index, isPinned, isEdge } = place;
  const { source, reader } = table;
  const own = source.columns[index];
  if (!own) return null;
  const value = reader.value(row, index);
  const Element = isIndex(own) ? 'th' : 'td';
  return (
    <Element
      id={id}
      scope={isIndex(own) ? 'row' : undefined}
      aria-colindex={column + 1}
      aria-selected={isCurrent || isSelected}
      className={styles.cell}
      style={toCellStyle(place)}
      data-cell={`${row} ${column}`}
      data-kind={typeof value === 'number' ? 'number' : own.kind}
      data-index={isIndex(own) || undefined}
      data-pinned={isPinned || undefined}
      data-edge={isEdge || undefined}
      data-break={isAfterBreak(table.columnBreaks, index) || undefined}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
    >
      {isRepeat ? (
        <span className="visually-hidden">{String(value)}</span>
      ) : (
        <ValueText value={value} text={value === undefined ? '' : formatValue(value, table.format(index))} />
      )}
    </Element>
  );
}

function ValueText({ value, text }: { value: Value | undefined; text: string }) {
  if (value === undefined) return <span className={styles.coming} />;
  if (value === null) return <span className={styles.missing}>{TABLE_TEXTS.missingValue}</span>;
  return text;
}

/** The room of columns that are not drawn. */
export function Gap({ px }: { px: number }) {
  return px > 0 && <td className={styles.gap} style={{ width: px }} aria-hidden="true" />;
}

/** Columns share what room is left in proportion to their widths; headings of several columns then stay above them. */
export function toCellStyle({ widthPx, leftPx, isPinned }: ColumnPlace): CSSProperties {
  return { width: widthPx, flexGrow: widthPx, left: isPinned ? leftPx : undefined };
}
