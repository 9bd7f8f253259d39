import { route } from '../../../handler.ts';

export const PUT = route('chooseModel', async ({ params, body, container }) =>
  container.runtime.sessions.chooseModel(params.sessionId, body.model),
);
