import { CellSplit } from '../../../../../../../lib/protocol/cell-change.ts';
import { readJson, route } from '../../../../../handler.ts';

export const POST = route<{ sessionId: string; cellId: string }>(async ({ request, params, container }) => {
  const split = await readJson(request, CellSplit);
  const cellId = await container.runtime.splitCell(params.sessionId, params.cellId, split);
  return Response.json({ cellId }, { status: 201 });
});
