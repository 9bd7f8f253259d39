/** What the user can do with the cells of a notebook. */
import type { CellEditor } from './cell-editor.ts';
import type { CellRunner } from './cell-runner.ts';

export interface Cells
  extends Omit<CellEditor, 'deleteRun'>,
    Pick<CellRunner, 'execute' | 'executeBatch' | 'takeOut' | 'wait'> {
  /** Takes everything out of the queue. */
  takeOutAll(sessionId: string): Promise<void>;
}

export function createCells(editor: CellEditor, runner: CellRunner): Cells {
  const { deleteRun: _, ...changes } = editor;
  const { execute, executeBatch, takeOut, wait } = runner;
  const takeOutAll = async (sessionId: string) => {
    await runner.takeOutAll(sessionId, 'stop');
  };
  return { ...changes, execute, executeBatch, takeOut, takeOutAll, wait };
}
