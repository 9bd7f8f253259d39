import { z } from 'zod';
import { Limits } from '../../../../../../../lib/protocol/run.ts';
import { readJson, route } from '../../../../../handler.ts';

const Execution = z.object({ timeoutMs: Limits.shape.cellTimeoutMs.optional() });

export const POST = route<{ sessionId: string; cellId: string }>(async ({ request, params, container }) => {
  const { timeoutMs } = await readJson(request, Execution);
  await container.runtime.executeCell(params.sessionId, params.cellId, timeoutMs);
  return new Response(null, { status: 202 });
});
