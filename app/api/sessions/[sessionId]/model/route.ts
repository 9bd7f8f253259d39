import { z } from 'zod';
import { readJson, route } from '../../../handler.ts';

const Choice = z.object({ model: z.string().min(1).max(500) });

export const PUT = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { model } = await readJson(request, Choice);
  await container.runtime.chooseModel(params.sessionId, model);
  return new Response(null, { status: 204 });
});
