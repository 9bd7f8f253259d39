import { route } from '../../../../../handler.ts';

export const POST = route('mergeCell', async ({ params, container }) => ({
  operationId: await container.runtime.cells.merge(params.sessionId, params.cellId),
}));
