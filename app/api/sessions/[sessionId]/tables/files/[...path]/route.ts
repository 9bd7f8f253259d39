import { parseFilePath } from '../../../../../../../lib/protocol/file-name.ts';
import { route } from '../../../../../handler.ts';

export const GET = route<{ sessionId: string; path: string[] }>(async ({ params, container }) => {
  const path = parseFilePath(params.path.join('/'));
  return Response.json(await container.runtime.readFileTable(params.sessionId, path));
});
