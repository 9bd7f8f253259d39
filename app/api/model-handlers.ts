import type { MODEL_ENDPOINTS } from '../../lib/protocol/api/model-endpoints.ts';
import type { Handlers } from './handler.ts';

export const MODEL_HANDLERS: Handlers<typeof MODEL_ENDPOINTS> = {
  listConnections: async ({ container }) => container.connections.list(),
  addConnection: async ({ body, container }) => container.connections.add(body),
  changeConnection: async ({ params, body, container }) =>
    container.connections.change(params.connectionId, body),
  removeConnection: async ({ params, container }) => container.connections.remove(params.connectionId),
  restoreConnection: async ({ params, container }) => container.connections.restore(params.connectionId),
  /** A user who leaves ends the questions to the server. */
  testConnection: async ({ request, body, container }) => container.connections.test(body, request.signal),
  chooseDefaultModel: async ({ body, container }) => container.connections.chooseDefault(body.model),
};
