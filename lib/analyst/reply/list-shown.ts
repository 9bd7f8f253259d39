/** What the cells of a run showed, as far as the analyst reads it: values that come with outputs, never their text. */

import { findOriginal } from '../../session/cell-versions.ts';
import type { Run, Session } from '../../session/session.ts';
import { type ResultData, readResult } from '../answer/result-data.ts';

export interface Shown {
  readonly source: string;
  /** Exception class and message, or how the cell ended; null when it ended well. */
  readonly error: { readonly name: string; readonly message: string } | null;
  /** Of the last output that has one. */
  readonly result: ResultData | null;
}

/** The executed code cells, oldest first, as the run left them. */
export function listShown(session: Session, run: Run): Shown[] {
  return run.steps
    .flatMap((step) => step.cellIds)
    .flatMap((id) => {
      const cell = findOriginal(session, id);
      if (cell?.type !== 'code' || cell.role !== 'code') return [];
      const error = cell.outputs.find((output) => output.output_type === 'error');
      const results = cell.outputs.flatMap((output) =>
        'digest' in output && output.digest ? (readResult(output.digest) ?? []) : [],
      );
      const failure = { name: error?.ename ?? cell.status, message: error?.evalue ?? cell.reason ?? '' };
      return [
        {
          source: cell.source.trim(),
          error: cell.status === 'ok' ? null : failure,
          result: results.at(-1) ?? null,
        },
      ];
    });
}

export function describeError({ name, message }: NonNullable<Shown['error']>): string {
  const line = message.split('\n')[0]?.slice(0, 300) ?? '';
  return line === '' ? name : `${name}: ${line}`;
}
