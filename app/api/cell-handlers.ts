import type { CELL_ENDPOINTS } from '../../lib/protocol/api/cell-endpoints.ts';
import { type Handlers, toAttachment } from './handler.ts';

export const CELL_HANDLERS: Handlers<typeof CELL_ENDPOINTS> = {
  insertCell: async ({ params, body, container }) => ({
    cellId: await container.runtime.cells.insert(params.sessionId, body),
  }),
  changeCell: async ({ params, body, container }) => ({
    operationId: await container.runtime.cells.change(params.sessionId, params.cellId, body),
  }),
  deleteCell: async ({ params, container }) => ({
    operationId: await container.runtime.cells.delete(params.sessionId, params.cellId),
  }),
  splitCell: async ({ params, body, container }) => ({
    cellId: await container.runtime.cells.split(params.sessionId, params.cellId, body),
  }),
  mergeCell: async ({ params, container }) => ({
    operationId: await container.runtime.cells.merge(params.sessionId, params.cellId),
  }),
  replaceInCells: async ({ params, body, container }) => ({
    operationId: await container.runtime.cells.replace(params.sessionId, body),
  }),
  clearOutputs: async ({ params, body, container }) => ({
    operationId: await container.runtime.cells.clearOutputs(params.sessionId, body.cellId),
  }),
  restoreCell: async ({ params, body, container }) => ({
    operationId: await container.runtime.cells.restore(params.sessionId, params.cellId, body),
  }),
  undoOperation: async ({ params, body, container }) => container.runtime.cells.undo(params.sessionId, body),
  redoOperation: async ({ params, container }) => container.runtime.cells.redo(params.sessionId),
  executeCells: async ({ params, body, container }) => ({
    place: await container.runtime.cells.executeBatch(params.sessionId, body),
  }),
  takeOutCells: async ({ params, container }) => container.runtime.cells.takeOutAll(params.sessionId),
  executeCell: async ({ params, body, container }) => ({
    place: await container.runtime.cells.execute(params.sessionId, params.cellId, body),
  }),
  takeOutCell: async ({ params, container }) =>
    container.runtime.cells.takeOut(params.sessionId, params.cellId),
  /** Never as a page: code wrote it. */
  readOutput: async ({ params, container }) => ({
    body: await container.openOutput(params.sessionId, params.cellId),
    headers: toAttachment('output.txt'),
  }),
};
