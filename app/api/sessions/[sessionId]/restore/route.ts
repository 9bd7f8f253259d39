import { route } from '../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ params, container }) => {
  await container.runtime.restoreSession(params.sessionId);
  return new Response(null, { status: 204 });
});
