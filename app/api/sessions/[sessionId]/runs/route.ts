import { route } from '../../../handler.ts';

export const POST = route('startRun', async ({ params, body, container }) => ({
  runId: await container.runtime.runs.start(params.sessionId, body),
}));
