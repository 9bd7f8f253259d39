import { route } from '../../../../handler.ts';

export const POST = route('clearOutputs', async ({ params, body, container }) => ({
  operationId: await container.runtime.cells.clearOutputs(params.sessionId, body.cellId),
}));
