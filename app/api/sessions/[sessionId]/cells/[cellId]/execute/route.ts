import { route } from '../../../../../handler.ts';

export const POST = route('executeCell', async ({ params, body, container }) =>
  container.runtime.cells.execute(params.sessionId, params.cellId, body.timeoutMs),
);
