import { AppError } from '../../../../lib/util/app-error.ts';
import { route } from '../../handler.ts';

export const GET = route('readSession', async ({ params, container }) => {
  const session = await container.getSession(params.sessionId);
  if (!session) throw new AppError('not-found', 'This session does not exist.');
  return session;
});

export const PATCH = route('changeSession', async ({ params, body, container }) => {
  const { title, isPinned } = body;
  if (title !== undefined) await container.runtime.sessions.rename(params.sessionId, title);
  if (isPinned !== undefined) await container.store.pinSession(params.sessionId, isPinned);
});

export const DELETE = route('deleteSession', async ({ params, container }) =>
  container.runtime.sessions.discard(params.sessionId),
);
