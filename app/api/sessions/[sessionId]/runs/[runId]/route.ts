import { route } from '../../../../handler.ts';

export const DELETE = route('deleteRun', async ({ params, container }) => ({
  operationId: await container.runtime.runs.delete(params.sessionId, params.runId),
}));
