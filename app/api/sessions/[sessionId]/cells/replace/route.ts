import { route } from '../../../../handler.ts';

export const POST = route('replaceInCells', async ({ params, body, container }) => ({
  operationId: await container.runtime.cells.replace(params.sessionId, body),
}));
