/** What the user can do with the cells of a notebook. */
import type { BatchRequest, CellExecution } from '../../protocol/cells/cell-change.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import type { CellEditor } from './cell-editor.ts';
import type { CellRunner } from './cell-runner.ts';

export interface Cells extends Omit<CellEditor, 'prepare'>, Pick<CellRunner, 'wait'> {
  /** As {@link CellRunner.executeBatch}. */
  executeBatch(sessionId: string, request: BatchRequest): Promise<number>;
  /** As {@link CellRunner.takeOut}. */
  takeOut(sessionId: string, cellId: string): Promise<void>;
  /**
   * As {@link CellRunner.execute}, after storing the text that was given with it: both are one operation. Throws also
   * what {@link CellEditor.change} throws.
   */
  execute(sessionId: string, cellId: string, execution?: CellExecution): Promise<number>;
  /** Takes everything out of the queue. */
  takeOutAll(sessionId: string): Promise<void>;
}

export function createCells(editor: CellEditor, runner: CellRunner, by: Principal): Cells {
  const { prepare, ...changes } = editor;
  return {
    ...changes,
    executeBatch: (sessionId, request) => runner.executeBatch(sessionId, request, by),
    takeOut: (sessionId, cellId) => runner.takeOut(sessionId, cellId, by),
    wait: runner.wait,
    execute: async (sessionId, cellId, execution = {}) => {
      const operation = { operationId: createId('op'), kind: 'run' } as const;
      const { source, version, timeoutMs } = execution;
      if (source !== undefined || version !== undefined)
        await prepare(sessionId, cellId, { source, version, operation });
      return runner.execute(sessionId, cellId, { timeoutMs, operation, by });
    },
    takeOutAll: (sessionId) => runner.takeOutAll(sessionId, 'stop', by),
  };
}
