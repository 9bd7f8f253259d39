import { route } from '../../../handler.ts';

export const GET = route('readContext', async ({ params, container }) => ({
  text: await container.runtime.sessions.readContext(params.sessionId),
}));

export const PUT = route('writeContext', async ({ params, body, container }) =>
  container.runtime.sessions.writeContext(params.sessionId, body),
);
