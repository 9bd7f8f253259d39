import { UndoRequest } from '../../../../../../lib/protocol/cell-change.ts';
import { readJson, route } from '../../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { cellId } = await readJson(request, UndoRequest);
  return Response.json(await container.runtime.undoOperation(params.sessionId, cellId));
});
