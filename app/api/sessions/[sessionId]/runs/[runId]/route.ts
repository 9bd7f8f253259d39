import { route } from '../../../../handler.ts';

export const DELETE = route('deleteRun', async ({ params, container }) =>
  container.runtime.runs.delete(params.sessionId, params.runId),
);
