'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { createKernelCalls, createKernelExports } from './source/kernel-calls.ts';
import { createKernelSource } from './source/kernel-source.ts';
import { PLAIN_VIEW } from './source/table.ts';
import type { TableExports, TableSource } from './source/table-source.ts';

interface KeptTable {
  /** Null until the kernel has answered. */
  readonly table: { readonly source: TableSource; readonly exports: TableExports } | null;
  /** Whether the kernel may have it: nothing has said otherwise. */
  readonly isPossible: boolean;
  /** Asks the kernel whether it still has the table, once. */
  open(): void;
}

/** A displayed table as the kernel keeps it. `id`: null where no kernel has it. */
export function useKeptTable(sessionId: string, id: string | null): KeptTable {
  const source = useMemo(
    () =>
      id === null || sessionId === ''
        ? null
        : createKernelSource(createKernelCalls(sessionId, { source: 'displays', name: id })),
    [sessionId, id],
  );
  const subscribe = useCallback(
    (listener: () => void) => source?.subscribe(listener) ?? (() => {}),
    [source],
  );
  const readVersion = () => source?.version ?? 0;
  useSyncExternalStore(subscribe, readVersion, readVersion);
  const { isOpen = false, isGone = false, total } = source ?? {};
  const exports = useMemo(
    () =>
      id === null || !total
        ? null
        : createKernelExports(sessionId, { source: 'displays', name: id }, { total }),
    [sessionId, id, total],
  );
  return {
    table: source && exports && isOpen && !isGone ? { source, exports } : null,
    isPossible: source !== null && !isGone,
    open: () => {
      if (!source || source.isOpen || source.isGone) return;
      const reader = source.open(PLAIN_VIEW);
      if (reader.failure !== '') reader.retry();
      reader.want({ rows: { first: 0, end: 1 }, columns: { first: 0, end: 0 }, hasFacts: false });
    },
  };
}
