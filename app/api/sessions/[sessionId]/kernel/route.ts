import { z } from 'zod';
import { readJson, route } from '../../../handler.ts';

const KernelAction = z.object({ action: z.enum(['interrupt', 'restart']) });

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { action } = await readJson(request, KernelAction);
  await container.runtime.controlKernel(params.sessionId, action);
  return new Response(null, { status: 202 });
});
