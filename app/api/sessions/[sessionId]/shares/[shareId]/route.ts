import { route } from '../../../../handler.ts';

export const DELETE = route<{ sessionId: string; shareId: string }>(async ({ params, container }) => {
  await container.shares.revoke(params.sessionId, params.shareId);
  return new Response(null, { status: 204 });
});
