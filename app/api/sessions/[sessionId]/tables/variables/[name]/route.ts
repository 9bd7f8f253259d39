import { TableWindow } from '../../../../../../../lib/protocol/table-page.ts';
import { parseInput, route } from '../../../../../handler.ts';

export const GET = route<{ sessionId: string; name: string }>(async ({ request, params, container }) => {
  const window = parseInput(TableWindow, Object.fromEntries(new URL(request.url).searchParams));
  return Response.json(await container.runtime.readTable(params.sessionId, params.name, window));
});
