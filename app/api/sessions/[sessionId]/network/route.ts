import { z } from 'zod';
import { readJson, route } from '../../../handler.ts';

const Permission = z.object({ isAllowed: z.boolean() });

export const PUT = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { isAllowed } = await readJson(request, Permission);
  await container.allowNetwork(params.sessionId, isAllowed);
  return new Response(null, { status: 204 });
});
