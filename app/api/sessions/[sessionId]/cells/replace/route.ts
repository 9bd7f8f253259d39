import { route } from '../../../../handler.ts';

export const POST = route('replaceInCells', async ({ params, body, container }) =>
  container.runtime.cells.replace(params.sessionId, body),
);
