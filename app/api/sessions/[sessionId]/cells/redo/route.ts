import { route } from '../../../../handler.ts';

export const POST = route<{ sessionId: string }>(async ({ params, container }) =>
  Response.json(await container.runtime.redoOperation(params.sessionId)),
);
