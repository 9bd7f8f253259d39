import { CodeQuestion } from '../../../../../../lib/protocol/code-help.ts';
import { readJson, route } from '../../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const question = await readJson(request, CodeQuestion);
  return Response.json(await container.runtime.askAboutCode(params.sessionId, question));
});
