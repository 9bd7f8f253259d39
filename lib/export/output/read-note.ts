import type { NotebookCell } from '../../session/notebook/to-notebook.ts';

/** Why the code of a cell did not run, or what its readers should know of its output; empty for most cells. */
export function readNote({ metadata: { actbook } }: NotebookCell): string {
  const note: unknown = typeof actbook === 'object' && actbook !== null ? Reflect.get(actbook, 'note') : '';
  return typeof note === 'string' ? note : '';
}
