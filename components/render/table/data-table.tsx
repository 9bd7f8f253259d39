'use client';

import { memo, type ReactNode, useSyncExternalStore } from 'react';
import styles from './data-table.module.css';
import { TableFoot } from './foot/table-foot.tsx';
import { Grid } from './grid/grid.tsx';
import type { TableExports, TableSource } from './source/table-source.ts';
import { useTable } from './state/use-table.ts';
import { useTableWork } from './state/use-table-work.ts';

interface DataTableProps {
  source: TableSource;
  exports: TableExports;
  /** What files made of it are called, without an ending. */
  fileName: string;
  /** Whether the kernel may give what `source` lacks. */
  isRestComing?: boolean;
  /** Called with a quotation when the user wants to ask about a part of it. Absent: nothing can be asked here. */
  onAsk?: ((quote: string) => void) | undefined;
  /** Whether it fills its box, as in a dialog, instead of being as tall as its rows. */
  isTall?: boolean;
  /** Before the tools, such as the sheets of a workbook. */
  children?: ReactNode;
}

/** A table that is paged, sorted, filtered, searched, read, copied, saved and asked about. */
export const DataTable = memo(function DataTable(props: DataTableProps) {
  const { source, exports, fileName, isRestComing = false, onAsk, isTall = false, children } = props;
  const version = useSyncExternalStore(
    source.subscribe,
    () => source.version,
    () => source.version,
  );
  const { table, viewport } = useTable(source, version, onAsk);
  const work = useTableWork(table.view);
  return (
    <div className={styles.box} data-tall={isTall}>
      {children}
      <Grid table={table} viewport={viewport} work={work} isRestComing={isRestComing} />
      <TableFoot
        table={table}
        work={work}
        exports={exports}
        fileName={fileName}
        isRestComing={isRestComing}
        isTall={isTall}
      />
    </div>
  );
});
