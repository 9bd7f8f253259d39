/** What the user can do with the cells of a notebook. */
import type { CellEditor } from './cell-editor.ts';
import type { CellRunner } from './cell-runner.ts';

export interface Cells
  extends Omit<CellEditor, 'deleteRun'>,
    Pick<CellRunner, 'execute' | 'executeBatch' | 'wait'> {}

export function createCells(editor: CellEditor, runner: CellRunner): Cells {
  const { deleteRun: _, ...changes } = editor;
  return { ...changes, execute: runner.execute, executeBatch: runner.executeBatch, wait: runner.wait };
}
