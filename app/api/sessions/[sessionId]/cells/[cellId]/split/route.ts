import { route } from '../../../../../handler.ts';

export const POST = route('splitCell', async ({ params, body, container }) => ({
  cellId: await container.runtime.cells.split(params.sessionId, params.cellId, body),
}));
