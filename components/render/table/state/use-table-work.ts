'use client';

import { useCallback, useRef, useState } from 'react';
import { toMessage } from '../../../../lib/util/app-error.ts';
import { formatBytes } from '../../../../lib/util/format-bytes.ts';
import type { TableView } from '../source/table.ts';
import type { ExportProgress } from '../source/table-source.ts';

/** What takes a while, is shown in the foot meanwhile, and can be canceled: values on their way out of the page. */
export interface TableWork {
  /** What is done now, or how it ended; empty when there is nothing to say. */
  readonly text: string;
  readonly isFailure: boolean;
  readonly isBusy: boolean;
  /** Cancels what was begun before, unless it is `isBeside`. `perform` resolves to what is said at the end. */
  run(
    say: (amount: string) => string,
    perform: (progress: ExportProgress) => Promise<string>,
    isBeside?: boolean,
  ): void;
  cancel(): void;
}

/** What is done sooner moves nothing in the foot. */
const BUSY_DELAY_MS = 400;
const IDLE = { text: '', isFailure: false, isBusy: false };

/** How it ended is said as long as the view stays the same. */
export function useTableWork(view: TableView): TableWork {
  const [state, setState] = useState({ ...IDLE, view });
  const abortRef = useRef<AbortController | null>(null);
  const isSavingRef = useRef(false);
  const cancel = useCallback(() => abortRef.current?.abort(), []);
  const run = useCallback<TableWork['run']>(
    (say, perform, isBeside = false) => {
      if (isBeside && isSavingRef.current) {
        const fail = (error: unknown) =>
          setState({ text: toMessage(error), isFailure: true, isBusy: true, view });
        perform({ signal: new AbortController().signal, onBytes: () => {} }).catch(fail);
        return;
      }
      abortRef.current?.abort();
      isSavingRef.current = !isBeside;
      const abort = new AbortController();
      abortRef.current = abort;
      const tell = (part: Partial<typeof IDLE>) => {
        if (abortRef.current === abort) setState({ ...IDLE, ...part, view });
      };
      const onBytes = (bytes: number) =>
        tell({ text: say(bytes > 0 ? formatBytes(bytes) : ''), isBusy: true });
      tell({});
      const timer = setTimeout(() => onBytes(0), BUSY_DELAY_MS);
      perform({ signal: abort.signal, onBytes })
        .then(
          (text) => tell({ text }),
          (error: unknown) => tell({ text: abort.signal.aborted ? '' : toMessage(error), isFailure: true }),
        )
        .finally(() => {
          clearTimeout(timer);
          if (abortRef.current === abort) isSavingRef.current = false;
        });
    },
    [view],
  );
  const { text, isFailure, isBusy } = state;
  return { text: isBusy || state.view === view ? text : '', isFailure, isBusy, run, cancel };
}
