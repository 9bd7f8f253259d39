import { AppError } from '../../../../../lib/util/app-error.ts';
import { route } from '../../../handler.ts';

/** The files as they lie in the workspace now, those that code made among them. */
export const GET = route<{ sessionId: string }>(async ({ params, container }) => {
  const { sessionId } = params;
  if (!(await container.getSession(sessionId)))
    throw new AppError('not-found', 'This session does not exist.');
  return Response.json(await container.workspaces.listFiles(sessionId));
});
