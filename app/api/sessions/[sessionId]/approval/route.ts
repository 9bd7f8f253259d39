import { z } from 'zod';
import { ApprovalDecision } from '../../../../../lib/protocol/approval.ts';
import { readJson, route } from '../../../handler.ts';

const Decision = z.object({ requestId: z.string() }).and(ApprovalDecision);

export const POST = route<{ sessionId: string }>(async ({ request, params, container }) => {
  const { requestId, ...decision } = await readJson(request, Decision);
  await container.runtime.replyApproval(params.sessionId, requestId, decision);
  return new Response(null, { status: 204 });
});
