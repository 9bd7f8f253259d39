import { route } from '../../../handler.ts';

export const POST = route('restoreSession', async ({ params, container }) =>
  container.runtime.sessions.restore(params.sessionId),
);
