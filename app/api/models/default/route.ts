import { route } from '../../handler.ts';

export const PUT = route('chooseDefaultModel', async ({ body, container }) =>
  container.connections.chooseDefault(body.model),
);
