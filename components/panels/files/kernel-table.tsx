'use client';

import { useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { TableSource as TableAddress } from '../../../lib/protocol/tables/table-source.ts';
import { WriteTaskContext } from '../../notebook/write-task-context.ts';
import { DataTable } from '../../render/table/data-table.tsx';
import { createKernelCalls, createKernelExports } from '../../render/table/source/kernel-calls.ts';
import { createKernelSource } from '../../render/table/source/kernel-source.ts';
import { PLAIN_VIEW } from '../../render/table/source/table.ts';
import { LoadState } from '../../ui/notices/load-state.tsx';
import styles from './kernel-table.module.css';

/** Words around a table that the kernel reads. */
export const KERNEL_TABLE_TEXTS = {
  reading: 'Asking the kernel…',
  sheets: 'Sheets',
  about: {
    variables: (name: string) => `About \`${name}\`:`,
    files: (name: string) => `About the file ${name}:`,
    displays: () => 'About this table:',
  },
} as const;

interface KernelTableProps {
  sessionId: string;
  address: TableAddress;
  /** Changes when the table may have changed. */
  version: string;
  /** Of files made of it, without an ending. */
  fileName: string;
  onClose: () => void;
}

/** A table that the kernel reads, with tabs for the sheets of a workbook. */
export function KernelTable({ sessionId, address, version, fileName, onClose }: KernelTableProps) {
  const { source: kind, name } = address;
  const writeTask = useContext(WriteTaskContext);
  const [sheet, setSheet] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the table is read again
  const source = useMemo(
    () => createKernelSource(createKernelCalls(sessionId, { source: kind, name }, sheet)),
    [sessionId, kind, name, sheet, version],
  );
  const readVersion = () => source.version;
  useSyncExternalStore(source.subscribe, readVersion, readVersion);
  const { total } = source;
  const exports = useMemo(
    () => createKernelExports(sessionId, { source: kind, name }, { total, sheet }),
    [sessionId, kind, name, total, sheet],
  );
  const reader = source.open(PLAIN_VIEW);
  useEffect(() => {
    source
      .open(PLAIN_VIEW)
      .want({ rows: { first: 0, end: 1 }, columns: { first: 0, end: 1 }, hasFacts: false });
  }, [source]);
  const [sheets, setSheets] = useState<readonly string[]>([]);
  if (source.isOpen && source.sheets !== sheets) setSheets(source.sheets);
  const state = {
    value: source.isOpen || null,
    isLoading: reader.failure === '',
    failure: reader.failure,
    reload: reader.retry,
  };
  return (
    <>
      {sheets.length > 1 && (
        <Sheets sheets={sheets} current={source.sheet ?? sheet ?? sheets[0] ?? ''} onChoose={setSheet} />
      )}
      {!source.isOpen && <LoadState loaded={state} waiting={KERNEL_TABLE_TEXTS.reading} />}
      {source.isOpen && (
        <DataTable
          key={sheet}
          source={source}
          exports={exports}
          fileName={sheet === undefined ? fileName : `${fileName} ${sheet}`}
          isTall
          onAsk={
            writeTask
              ? (quote) => {
                  onClose();
                  writeTask(`${KERNEL_TABLE_TEXTS.about[kind](name)} ${quote}\n\n`);
                }
              : undefined
          }
        />
      )}
    </>
  );
}

interface SheetsProps {
  sheets: readonly string[];
  current: string;
  onChoose: (sheet: string) => void;
}

/** Of a workbook. */
function Sheets({ sheets, current, onChoose }: SheetsProps) {
  return (
    <fieldset className={styles.sheets} aria-label={KERNEL_TABLE_TEXTS.sheets}>
      {sheets.map((sheet) => (
        <button
          key={sheet}
          type="button"
          className={styles.sheet}
          aria-pressed={sheet === current}
          onClick={() => onChoose(sheet)}
        >
          {sheet}
        </button>
      ))}
    </fieldset>
  );
}
