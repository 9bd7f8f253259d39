import { z } from 'zod';
import { readJson, route } from '../../../handler.ts';

const Answer = z.object({ requestId: z.string(), value: z.string().max(100_000) });

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { requestId, value } = await readJson(request, Answer);
  await container.runtime.replyInput(params.sessionId, requestId, value);
  return new Response(null, { status: 204 });
});
