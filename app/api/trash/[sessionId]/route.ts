import { route } from '../../handler.ts';

export const DELETE = route('eraseSession', async ({ params, container }) =>
  container.runtime.sessions.erase(params.sessionId),
);
