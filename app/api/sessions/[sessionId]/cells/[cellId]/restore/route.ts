import { route } from '../../../../../handler.ts';

export const POST = route('restoreCell', async ({ params, body, container }) =>
  container.runtime.cells.restore(params.sessionId, params.cellId, body),
);
