import { route } from '../../../../handler.ts';

export const PATCH = route('changeCell', async ({ params, body, container }) => ({
  operationId: await container.runtime.cells.change(params.sessionId, params.cellId, body),
}));

export const DELETE = route('deleteCell', async ({ params, container }) => ({
  operationId: await container.runtime.cells.delete(params.sessionId, params.cellId),
}));
