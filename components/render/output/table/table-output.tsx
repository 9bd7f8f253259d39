'use client';

import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react';
import { copyText } from '../../../ui/clipboard.ts';
import { CopyIcon, SortIcon } from '../../../ui/icons.tsx';
import { ScrollBox } from '../../../ui/scroll-box.tsx';
import { saveTool } from '../parts/copy-tools.tsx';
import { OUTPUT_TEXTS } from '../parts/output-texts.ts';
import { type OutputTool, OutputTools } from '../parts/output-tools.tsx';
import { describeRows, describeTable } from './describe-html-table.ts';
import type { Column, HeadCell, Row, Table } from './read-html-table.ts';
import { nextSorting, type Sorting, sortRows } from './sort-rows.ts';
import styles from './table-output.module.css';
import { TABLE_TEXTS } from './table-texts.ts';
import { writeCsv, writeMarkdown, writeTsv } from './write-table.ts';

/** More are added as the user scrolls toward them. */
const ROWS_AT_ONCE = 200;

/** A data frame as a table of the page: header and row names stay in view, columns sort, rows can be copied. */
export const TableOutput = memo(function TableOutput({ table }: { table: Table }) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const rows = useMemo(() => {
    const isNumeric = table.columns[sorting?.column ?? -1]?.isNumeric ?? false;
    return sorting ? sortRows(table.rows, isNumeric, sorting) : table.rows;
  }, [table, sorting]);
  const places = useMemo(() => new Map(table.rows.map((row, place) => [row, place])), [table]);
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const indexCount = table.columns.filter(({ isIndex }) => isIndex).length;
  return (
    <div className={styles.box}>
      <ScrollBox className={styles.scroll} label="Table" isFollowing={false}>
        <table className={styles.table} aria-label={describeTable(table)} data-pinned={indexCount === 1}>
          <TableHead table={table} sorting={sorting} onSort={setSorting} />
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <TableRow key={places.get(row)} row={row} columns={table.columns} isSorted={sorting !== null} />
            ))}
          </tbody>
        </table>
        {limit < rows.length && <MoreRows onNear={() => setLimit((shown) => shown + ROWS_AT_ONCE)} />}
      </ScrollBox>
      <div className={styles.foot}>
        <p>{describeRows(table, sorting !== null)}</p>
        <OutputTools tools={listTools(table, rows)} label={TABLE_TEXTS.actions} />
      </div>
    </div>
  );
});

function listTools(table: Table, rows: readonly Row[]): OutputTool[] {
  const copied = TABLE_TEXTS.copied(describeRows(table, false));
  const copy = (label: string, name: string, write: typeof writeCsv): OutputTool => ({
    label,
    name,
    act: async () => {
      await copyText(write(table, rows));
      return copied;
    },
  });
  return [
    { ...copy('Copy', 'Copy', writeTsv), icon: <CopyIcon size={13} /> },
    copy('CSV', OUTPUT_TEXTS.copyAs('CSV'), writeCsv),
    copy('Markdown', OUTPUT_TEXTS.copyAs('Markdown'), writeMarkdown),
    saveTool(() => writeCsv(table, rows), 'table.csv', 'text/csv'),
  ];
}

interface TableHeadProps {
  table: Table;
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}

function TableHead({ table: { head, columns }, sorting, onSort }: TableHeadProps) {
  return (
    <thead>
      {head.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: header rows have no identity but their position, which never changes
        <tr key={index} style={{ '--row': index } as CSSProperties}>
          {row.map((cell) => (
            <HeadingCell
              key={cell.column}
              cell={cell}
              column={columns[cell.column]}
              isName={findNameRow(head, cell.column) === index}
              direction={sorting?.column === cell.column ? sorting.direction : null}
              onSort={() => onSort(nextSorting(sorting, cell.column))}
            />
          ))}
        </tr>
      ))}
    </thead>
  );
}

/** The lowest row that names the column: it holds the button that sorts. */
function findNameRow(head: Table['head'], column: number): number {
  return head.findLastIndex((row) =>
    row.some((cell) => cell.column === column && cell.colSpan === 1 && cell.text !== ''),
  );
}

interface HeadingCellProps {
  cell: HeadCell;
  column: Column | undefined;
  isName: boolean;
  direction: Sorting['direction'] | null;
  onSort: () => void;
}

function HeadingCell({ cell, column, isName, direction, onSort }: HeadingCellProps) {
  const { text, colSpan, rowSpan } = cell;
  const isGroup = colSpan > 1;
  const look = { 'data-numeric': column?.isNumeric === true && !isGroup, 'data-index': column?.isIndex };
  if (text === '') return <td colSpan={colSpan} rowSpan={rowSpan} {...look} />;
  const isSortable = isName && column?.isGap === false;
  return (
    <th
      colSpan={colSpan}
      rowSpan={rowSpan}
      scope={isGroup ? 'colgroup' : 'col'}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
      data-group={isGroup}
      {...look}
    >
      {isSortable ? (
        <button type="button" className={styles.sort} onClick={onSort} title={TABLE_TEXTS.sortBy(text)}>
          <span>{text}</span>
          <SortIcon size={12} />
        </button>
      ) : (
        text
      )}
    </th>
  );
}

interface TableRowProps {
  row: Row;
  columns: readonly Column[];
  isSorted: boolean;
}

const TableRow = memo(function TableRow({ row, columns, isSorted }: TableRowProps) {
  return (
    <tr data-gap={row.isGap} data-group={row.repeats === 0 && columns[1]?.isIndex}>
      {row.cells.map((text, index) => {
        const { isIndex, isNumeric } = columns[index] ?? {};
        const Cell = isIndex ? 'th' : 'td';
        // Sorted rows are no longer below the row whose name they repeat.
        const isRepeated = index < row.repeats && !isSorted;
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their column, which never changes
            key={index}
            scope={isIndex ? 'row' : undefined}
            data-numeric={isNumeric}
            title={text.length > LONG_CELL ? text : undefined}
          >
            {isRepeated ? <span className="visually-hidden">{text}</span> : text}
          </Cell>
        );
      })}
    </tr>
  );
});

/** From this many characters on, a cell's width may cut off its text. */
const LONG_CELL = 40;

/** A mark below the rows that calls back when it comes near. */
function MoreRows({ onNear }: { onNear: () => void }) {
  const markRef = useRef<HTMLDivElement>(null);
  const onNearRef = useRef(onNear);
  useEffect(() => {
    const mark = markRef.current;
    if (!mark) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        onNearRef.current();
        // Observing again calls back again if the added rows did not push it out of view.
        observer.unobserve(mark);
        observer.observe(mark);
      },
      { root: mark.parentElement, rootMargin: '600px' },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);
  return <div ref={markRef} className={styles.more} />;
}
