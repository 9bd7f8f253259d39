import { route } from '../../../../../handler.ts';

export const POST = route('executeCell', async ({ params, body, container }) => ({
  place: await container.runtime.cells.execute(params.sessionId, params.cellId, body),
}));

export const DELETE = route('takeOutCell', async ({ params, container }) =>
  container.runtime.cells.takeOut(params.sessionId, params.cellId),
);
