import { route } from '../../handler.ts';

/** A user who leaves ends the questions to the server. */
export const POST = route('testConnection', async ({ request, body, container }) =>
  container.connections.test(body, request.signal),
);
