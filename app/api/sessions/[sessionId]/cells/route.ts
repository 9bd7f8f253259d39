import { NewCell } from '../../../../../lib/protocol/cell-change.ts';
import { readJson, route } from '../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const cell = await readJson(request, NewCell);
  const cellId = await container.runtime.insertCell(params.sessionId, cell);
  return Response.json({ cellId }, { status: 201 });
});
