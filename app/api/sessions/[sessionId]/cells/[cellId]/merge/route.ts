import { route } from '../../../../../handler.ts';

export const POST = route<{ sessionId: string; cellId: string }>(async ({ params, container }) => {
  await container.runtime.mergeCell(params.sessionId, params.cellId);
  return new Response(null, { status: 204 });
});
