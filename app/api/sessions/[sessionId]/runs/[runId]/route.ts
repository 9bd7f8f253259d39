import { route } from '../../../../handler.ts';

export const DELETE = route<{ sessionId: string; runId: string }>(async ({ params, container }) => {
  await container.runtime.deleteRun(params.sessionId, params.runId);
  return new Response(null, { status: 204 });
});
