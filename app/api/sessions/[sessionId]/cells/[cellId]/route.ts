import { CellPatch } from '../../../../../../lib/protocol/cell-change.ts';
import { readJson, route } from '../../../../handler.ts';

type Params = { sessionId: string; cellId: string };

export const PATCH = route<Params>(async ({ request, params, container }) => {
  await container.runtime.changeCell(params.sessionId, params.cellId, await readJson(request, CellPatch));
  return new Response(null, { status: 204 });
});

export const DELETE = route<Params>(async ({ params, container }) => {
  await container.runtime.deleteCell(params.sessionId, params.cellId);
  return new Response(null, { status: 204 });
});
