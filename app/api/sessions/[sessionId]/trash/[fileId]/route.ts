import { route } from '../../../../handler.ts';

export const POST = route('restoreFile', async ({ params, container }) => ({
  name: await container.runtime.sessions.restoreFile(params.sessionId, params.fileId),
}));

export const DELETE = route('eraseFile', async ({ params, container }) =>
  container.runtime.sessions.eraseFile(params.sessionId, params.fileId),
);
