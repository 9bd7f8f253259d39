import { route } from '../../../handler.ts';

export const POST = route('verifySession', async ({ params, body, container }) =>
  container.verifySession(params.sessionId, { ...body, isRecorded: true }),
);
