import { isRecord } from '../../notebook/notebook-file.ts';
import type { NotebookCell } from '../../session/notebook/to-notebook.ts';

/** How the code of a cell ended, if it did not end well, or what its readers should know of its output; empty for most cells. */
export function readNote(cell: NotebookCell): string {
  return readText(cell, 'note');
}

/** What became of a text that was to be an answer and is not; empty for all others. */
export function readDraft(cell: NotebookCell): string {
  return readText(cell, 'draft');
}

function readText({ metadata: { actbook } }: NotebookCell, name: 'note' | 'draft'): string {
  const text: unknown = typeof actbook === 'object' && actbook !== null ? Reflect.get(actbook, name) : '';
  return typeof text === 'string' ? text : '';
}

/** What a cell of SQL asks, and the name of its result; empty for all others. */
export function describeSql({ metadata: { actbook } }: NotebookCell): string {
  const sql: unknown = isRecord(actbook) ? actbook.sql : null;
  if (!isRecord(sql)) return '';
  const { connection, resultName } = sql;
  return `SQL${typeof connection === 'string' ? ` on ${connection}` : ''} → ${String(resultName)}`;
}
