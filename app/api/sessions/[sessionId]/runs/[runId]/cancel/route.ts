import { route } from '../../../../../handler.ts';

export const POST = route('cancelRun', async ({ params, container }) =>
  container.runtime.runs.cancel(params.sessionId, params.runId),
);
