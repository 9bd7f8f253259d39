import { AppError } from '../../../../../lib/util/app-error.ts';
import { route } from '../../../handler.ts';

export const GET = route('listFiles', async ({ params, container }) => {
  const { sessionId } = params;
  if (!(await container.getSession(sessionId)))
    throw new AppError('not-found', 'This session does not exist.');
  return container.runtime.sessions.listFiles(sessionId);
});
