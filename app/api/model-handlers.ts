import type { MODEL_ENDPOINTS } from '../../lib/protocol/api/model-endpoints.ts';
import type { Handlers } from './handler.ts';

export const MODEL_HANDLERS: Handlers<typeof MODEL_ENDPOINTS> = {
  listServers: async ({ container }) => container.servers.list(),
  addServer: async ({ body, container }) => container.servers.add(body),
  changeServer: async ({ params, body, container }) => container.servers.change(params.serverId, body),
  removeServer: async ({ params, container }) => container.servers.remove(params.serverId),
  restoreServer: async ({ params, container }) => container.servers.restore(params.serverId),
  /** A user who leaves ends the questions to the server. */
  testServer: async ({ request, body, container }) => container.servers.test(body, request.signal),
  chooseDefaultModel: async ({ body, container }) => container.servers.chooseDefault(body.model),
};
