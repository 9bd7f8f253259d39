import { route } from '../../../handler.ts';

export const POST = route('replyInput', async ({ params, body, container }) =>
  container.runtime.inputs.reply(params.sessionId, body.requestId, body.value),
);
