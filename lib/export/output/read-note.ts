import type { NotebookCell } from '../../session/notebook/to-notebook.ts';

/** How the code of a cell ended, if it did not end well, or what its readers should know of its output; empty for most cells. */
export function readNote({ metadata: { actbook } }: NotebookCell): string {
  const note: unknown = typeof actbook === 'object' && actbook !== null ? Reflect.get(actbook, 'note') : '';
  return typeof note === 'string' ? note : '';
}
