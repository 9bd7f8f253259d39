import type { CONNECTION_ENDPOINTS } from '../../lib/protocol/api/connection-endpoints.ts';
import type { Handlers } from './handler.ts';

export const CONNECTION_HANDLERS: Handlers<typeof CONNECTION_ENDPOINTS> = {
  listConnections: async ({ container }) => container.connections.list(),
  saveConnection: async ({ params, body, container }) => container.connections.save(params.name, body),
  removeConnection: async ({ params, container }) => container.connections.remove(params.name),
  restoreConnection: async ({ params, container }) => container.connections.restore(params.name),
  /** A user who leaves ends the attempt. */
  testConnection: async ({ request, params, body, container }) =>
    container.connections.test(params.name, body.settings, request.signal),
  readCatalog: async ({ request, params, query, container }) =>
    container.connections.readCatalog(params.name, {
      fresh: query.fresh !== undefined,
      signal: request.signal,
    }),
};
