'use client';

import { type FormEvent, useState } from 'react';
import type { KernelName } from '../../../lib/protocol/kernel-name.ts';
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS } from '../../../lib/protocol/table-bounds.ts';
import type { TablePage } from '../../../lib/protocol/table-page.ts';
import { readTable } from '../../api/tables-api.ts';
import { type Sorting, TableView } from '../../render/table/table-view.tsx';
import { Button } from '../../ui/button.tsx';
import { pluralize } from '../../ui/format.ts';
import { LargeDialog } from '../../ui/large-dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import styles from './variable-dialog.module.css';
import { VARIABLE_TABLE_TEXTS } from './variable-table-texts.ts';

interface VariableDialogProps {
  sessionId: string;
  variable: KernelName;
  /** Changes after a cell has run, because the table may have changed. */
  version: string;
  onClose: () => void;
}

/** A table of the live kernel. The kernel pages and sorts it; the page holds only what it shows. */
export function VariableDialog({ sessionId, variable, version, onClose }: VariableDialogProps) {
  const [rowOffset, setRowOffset] = useState(0);
  const [columnOffset, setColumnOffset] = useState(0);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const { name } = variable;
  const order = sorting ? { sort: sorting.column, order: sorting.order } : { order: 'ascending' as const };
  const window = { rowOffset, columnOffset, rows: MAX_PAGE_ROWS, ...order };
  const key = JSON.stringify([name, version, window]);
  const loaded = useLoaded(key, () => readTable(sessionId, { source: 'variables', name }, window));
  const { value: page, isLoading } = loaded;
  return (
    <LargeDialog title={name} facts={page ? describeSize(page) : variable.type} onClose={onClose}>
      <LoadState loaded={loaded} waiting={VARIABLE_TABLE_TEXTS.reading} />
      {page && (
        <>
          <TableView
            label={VARIABLE_TABLE_TEXTS.rows(name)}
            page={page}
            sorting={sorting}
            isLoading={isLoading}
            onSort={(next) => {
              setSorting(next);
              setRowOffset(0);
            }}
          />
          <Pager
            page={page}
            wantedOffset={rowOffset}
            onRowOffset={setRowOffset}
            onColumnOffset={setColumnOffset}
          />
        </>
      )}
    </LargeDialog>
  );
}

function describeSize({ rowCount, columnCount }: TablePage): string {
  return `${pluralize(rowCount ?? 0, 'row')} × ${pluralize(columnCount, 'column')}`;
}

interface PagerProps {
  page: TablePage;
  /** The first row of the page that was requested last. */
  wantedOffset: number;
  onRowOffset: (offset: number) => void;
  onColumnOffset: (offset: number) => void;
}

function Pager({ page, wantedOffset, onRowOffset, onColumnOffset }: PagerProps) {
  const total = page.rowCount ?? 0;
  const lastOffset = Math.max(0, Math.floor((total - 1) / MAX_PAGE_ROWS) * MAX_PAGE_ROWS);
  const goTo = (offset: number) => onRowOffset(Math.min(Math.max(0, offset), lastOffset));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const row = Number(new FormData(event.currentTarget).get('row'));
    if (Number.isInteger(row) && row >= 1) goTo(Math.floor((row - 1) / MAX_PAGE_ROWS) * MAX_PAGE_ROWS);
  };
  const isFirst = wantedOffset === 0;
  const isLast = wantedOffset >= lastOffset;
  return (
    <div className={styles.pager}>
      <span className={styles.range} role="status">
        {describeRange(page.rowOffset, page.rows.length, total, 'Rows')}
      </span>
      <div className={styles.buttons}>
        <Button disabled={isFirst} onClick={() => goTo(0)}>
          First
        </Button>
        <Button disabled={isFirst} onClick={() => goTo(wantedOffset - MAX_PAGE_ROWS)}>
          Previous
        </Button>
        <Button disabled={isLast} onClick={() => goTo(wantedOffset + MAX_PAGE_ROWS)}>
          Next
        </Button>
        <Button disabled={isLast} onClick={() => goTo(lastOffset)}>
          Last
        </Button>
      </div>
      <form className={styles.goTo} onSubmit={submit}>
        <label>
          {VARIABLE_TABLE_TEXTS.goToRow} <input name="row" type="number" min={1} max={Math.max(1, total)} />
        </label>
      </form>
      {page.columnCount > MAX_PAGE_COLUMNS && (
        <div className={styles.columns}>
          <span className={styles.range}>
            {describeRange(page.columnOffset, page.columns.length, page.columnCount, 'Columns')}
          </span>
          <Button
            disabled={page.columnOffset === 0}
            onClick={() => onColumnOffset(Math.max(0, page.columnOffset - MAX_PAGE_COLUMNS))}
          >
            {VARIABLE_TABLE_TEXTS.columnsBefore}
          </Button>
          <Button
            disabled={page.columnOffset + page.columns.length >= page.columnCount}
            onClick={() => onColumnOffset(page.columnOffset + MAX_PAGE_COLUMNS)}
          >
            {VARIABLE_TABLE_TEXTS.columnsAfter}
          </Button>
        </div>
      )}
    </div>
  );
}

function describeRange(offset: number, shown: number, total: number, noun: string): string {
  if (shown === 0) return VARIABLE_TABLE_TEXTS.none(noun);
  return VARIABLE_TABLE_TEXTS.range(noun, offset + 1, offset + shown, total);
}
