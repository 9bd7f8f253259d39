import { route } from '../../../handler.ts';

export const POST = route('replyApproval', async ({ params, body, container }) => {
  const { requestId, ...decision } = body;
  await container.runtime.inputs.decide(params.sessionId, requestId, decision);
});
