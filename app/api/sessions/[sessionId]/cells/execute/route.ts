import { route } from '../../../../handler.ts';

export const POST = route('executeCells', async ({ params, body, container }) => ({
  place: await container.runtime.cells.executeBatch(params.sessionId, body),
}));

export const DELETE = route('takeOutCells', async ({ params, container }) =>
  container.runtime.cells.takeOutAll(params.sessionId),
);
