'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { describeKept, describeSize, isWhole } from '../../../../lib/notebook/html-table/describe-size.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { useIsOver } from '../../../ui/hooks/use-is-over.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { UI_TEXTS } from '../../../ui/ui-texts.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { isNarrowed } from '../source/table.ts';
import type { TableExports } from '../source/table-source.ts';
import { quoteCells } from '../state/copy-cells.ts';
import { countCells, isSelecting, toBlock } from '../state/grid-place.ts';
import type { TableState } from '../state/use-table.ts';
import type { TableWork } from '../state/use-table-work.ts';
import { ExportMenus } from './export-menus.tsx';
import styles from './table-foot.module.css';

/** Shorter tables are seen whole, or after one turn of the wheel. */
const MIN_SEARCHED = 12;
const MIN_JUMPED = 100;
const SEARCH_DELAY_MS = 300;
const WAITING_DELAY_MS = 400;

type ShownRows = Pick<TableState, 'source' | 'shownView' | 'reader' | 'rowCount' | 'selection' | 'isWaiting'>;

interface TableFootProps {
  table: TableState;
  work: TableWork;
  exports: TableExports;
  fileName: string;
  isRestComing: boolean;
  isTall: boolean;
}

/** What is shown and what is left out, and what can be done with it. */
export function TableFoot(props: TableFootProps) {
  const { table, work, exports, fileName, isRestComing, isTall } = props;
  const { selection, onAsk, reader, source } = table;
  const [isSearching, setSearching] = useState(isTall);
  const reading = describeReading(source);
  const block = toBlock(selection);
  const hasSelection = isSelecting(selection);
  const total = source.total.rows ?? table.rowCount;
  return (
    <div className={styles.foot}>
      {source.columns.some((_, index) => table.format(index).isRounded) && (
        <p className={styles.note}>{TABLE_TEXTS.roundedNumbers}</p>
      )}
      {reading !== '' && <p className={styles.note}>{reading}</p>}
      <div className={styles.said}>
        <p role="status">
          {hasSelection ? TABLE_TEXTS.cells(countCells(block)) : describeRows(table, isRestComing)}
        </p>
        {table.isWaiting && reader.rowCount !== null && reader.failure === '' && <Waiting table={table} />}
        {reader.failure !== '' && (
          <p role="alert" className={styles.failure}>
            {reader.failure} <Button onClick={() => reader.retry()}>{UI_TEXTS.tryAgain}</Button>
          </p>
        )}
      </div>
      <fieldset aria-label={TABLE_TEXTS.tools} className={styles.tools}>
        {hasSelection && onAsk && (
          <Button look="quiet" className={styles.tool} onClick={() => quoteCells(table, work)}>
            {TABLE_TEXTS.ask}
          </Button>
        )}
        {total >= MIN_SEARCHED &&
          (isSearching ? (
            <RowSearch table={table} isFocused={!isTall} />
          ) : (
            <IconButton
              className={styles.tool}
              label={TABLE_TEXTS.searchRows}
              onClick={() => setSearching(true)}
            >
              <SearchIcon size={14} />
            </IconButton>
          ))}
        {table.rowCount >= MIN_JUMPED && <GoToRow table={table} />}
        <ExportMenus table={table} work={work} exports={exports} fileName={fileName} />
      </fieldset>
    </div>
  );
}

/** How a file was read, where that is not as everybody would. */
export function describeReading({ firstRead, note }: TableState['source']): string {
  return [firstRead && TABLE_TEXTS.firstRead(firstRead.rows, firstRead.of), note].filter(Boolean).join(' ');
}

/** `5,000 rows × 41 columns`; of the rows that are shown, while others are searched for: what is left, what matches, and which is the current one. */
export function describeRows(
  { source, shownView, reader, rowCount, selection, isWaiting }: ShownRows,
  isRestComing: boolean,
): string {
  const { held, total } = source;
  if (isWaiting && reader.rowCount === null) return TABLE_TEXTS.loading;
  const isPart = !isWhole(held, total) && !isRestComing;
  const size = isPart ? describeKept(held, total) : describeSize(total);
  const row = selection.head.row;
  const position =
    row >= 0 && rowCount > 0 ? TABLE_TEXTS.rowAt(Math.min(row, rowCount - 1) + 1, rowCount) : '';
  const parts = [
    isNarrowed(shownView) ? TABLE_TEXTS.matches(rowCount, pluralize(held.rows ?? rowCount, 'row')) : '',
    size,
    isPart && shownView.sorting ? TABLE_TEXTS.sortedLeft : '',
    position,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Once it takes a moment. */
function Waiting({ table: { view, shownView, cancel } }: { table: TableState }) {
  if (!useIsOver(WAITING_DELAY_MS)) return null;
  const isSorting = view.search === shownView.search && view.sorting !== shownView.sorting;
  const text = isSorting ? TABLE_TEXTS.sorting : TABLE_TEXTS.filtering;
  return (
    <p role="status">
      {view.search === shownView.search ? text : TABLE_TEXTS.searching}{' '}
      <TextButton onClick={cancel}>{TABLE_TEXTS.cancel}</TextButton>
    </p>
  );
}

function RowSearch({ table, isFocused }: { table: TableState; isFocused: boolean }) {
  const [text, setText] = useState(table.view.search);
  const boxRef = useRef<HTMLDivElement>(null);
  const tableRef = useRef(table);
  useEffect(() => {
    tableRef.current = table;
  });
  useEffect(() => {
    if (isFocused) boxRef.current?.querySelector('input')?.focus();
  }, [isFocused]);
  const sentRef = useRef(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      const { view, setView } = tableRef.current;
      sentRef.current = text.trim();
      if (view.search !== text.trim()) setView({ ...view, search: text.trim() });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { search } = table.view;
  useEffect(() => {
    // Canceled, the field says what is shown.
    if (search !== sentRef.current) setText(search);
    sentRef.current = search;
  }, [search]);
  return (
    <div ref={boxRef} className={styles.search}>
      <SearchField label={TABLE_TEXTS.searchRows} value={text} onChange={setText} />
    </div>
  );
}

function GoToRow({ table }: { table: TableState }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const row = Number(String(new FormData(event.currentTarget).get('row')).replaceAll(/[\s,]/g, ''));
    if (!Number.isInteger(row) || row < 1) return;
    table.goTo(Math.min(row, table.rowCount) - 1);
  };
  return (
    <form className={styles.jump} onSubmit={submit}>
      <input
        name="row"
        inputMode="numeric"
        aria-label={TABLE_TEXTS.goToRow}
        placeholder={TABLE_TEXTS.goToRow}
        maxLength={15}
        autoComplete="off"
      />
    </form>
  );
}
