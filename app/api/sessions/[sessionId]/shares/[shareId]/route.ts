import { route } from '../../../../handler.ts';

export const DELETE = route('revokeShare', async ({ params, container }) =>
  container.shares.revoke(params.sessionId, params.shareId),
);
