import { BatchRequest } from '../../../../../../lib/protocol/cell-change.ts';
import { readJson, route } from '../../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  await container.runtime.executeCells(params.sessionId, await readJson(request, BatchRequest));
  return new Response(null, { status: 202 });
});
