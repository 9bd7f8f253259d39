import { route } from '../../../../../handler.ts';

export const POST = route('restoreCell', async ({ params, body, container }) => ({
  operationId: await container.runtime.cells.restore(params.sessionId, params.cellId, body),
}));
