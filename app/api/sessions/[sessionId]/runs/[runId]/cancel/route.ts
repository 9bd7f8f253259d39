import { route } from '../../../../../handler.ts';

export const POST = route<{ sessionId: string; runId: string }>(async ({ params, container }) => {
  await container.runtime.cancelRun(params.sessionId, params.runId);
  return new Response(null, { status: 202 });
});
