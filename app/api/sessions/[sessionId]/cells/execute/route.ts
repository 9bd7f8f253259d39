import { route } from '../../../../handler.ts';

export const POST = route('executeCells', async ({ params, body, container }) =>
  container.runtime.cells.executeBatch(params.sessionId, body),
);
