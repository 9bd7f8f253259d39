import { KernelAction } from '../../../../../lib/protocol/kernel-action.ts';
import { readJson, route } from '../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const action = await readJson(request, KernelAction);
  await container.runtime.controlKernel(params.sessionId, action);
  return new Response(null, { status: 202 });
});
