import { route } from '../../../handler.ts';

export const PUT = route('allowNetwork', async ({ params, body, container }) =>
  container.allowNetwork(params.sessionId, body.isAllowed),
);
