import { route } from '../../../../handler.ts';

export const POST = route('redoOperation', async ({ params, container }) =>
  container.runtime.cells.redo(params.sessionId),
);
