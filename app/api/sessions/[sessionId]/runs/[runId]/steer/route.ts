import { route } from '../../../../../handler.ts';

export const POST = route('steerRun', async ({ params, body, container }) =>
  container.runtime.runs.steer(params.sessionId, params.runId, body),
);
