import { route } from '../../../handler.ts';

export const POST = route('restoreConnection', async ({ params, container }) =>
  container.connections.restore(params.connectionId),
);
