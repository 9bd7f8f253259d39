import { route } from '../../../../handler.ts';

export const POST = route('undoOperation', async ({ params, body, container }) =>
  container.runtime.cells.undo(params.sessionId, body),
);
