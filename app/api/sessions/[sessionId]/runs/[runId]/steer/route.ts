import { z } from 'zod';
import { SteerText } from '../../../../../../../lib/protocol/run.ts';
import { readJson, route } from '../../../../../handler.ts';

const Message = z.object({ text: SteerText });

export const POST = route<{ sessionId: string; runId: string }>(async ({ request, params, container }) => {
  const { text } = await readJson(request, Message);
  await container.runtime.steerRun(params.sessionId, params.runId, text);
  return new Response(null, { status: 202 });
});
