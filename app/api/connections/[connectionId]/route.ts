import { route } from '../../handler.ts';

export const PATCH = route('changeConnection', async ({ params, body, container }) =>
  container.connections.change(params.connectionId, body),
);

export const DELETE = route('removeConnection', async ({ params, container }) =>
  container.connections.remove(params.connectionId),
);
