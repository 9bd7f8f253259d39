import { route } from '../../../handler.ts';

export const GET = route('listTrashedFiles', async ({ params, container }) => ({
  files: await container.runtime.sessions.listTrashedFiles(params.sessionId),
}));
