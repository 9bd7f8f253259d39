import type { APP_ENDPOINTS } from '../../lib/protocol/api/app-endpoints.ts';
import { toOpenApi } from '../../lib/protocol/api/to-open-api.ts';
import type { Handlers } from './handler.ts';

export const APP_HANDLERS: Handlers<typeof APP_ENDPOINTS> = {
  readHealth: async () => ({ status: 'ok' }),
  readOpenApi: async ({ container }) => toOpenApi(container.version),
  /** No request names a server: those of the configuration and those that the user connected are asked. */
  listModels: async ({ query, container }) => {
    const providers = await container.listModels({ fresh: query.fresh !== undefined });
    const models = container.listConfigured();
    const removed = container.servers.listRemoved();
    return { models, defaultId: models[0]?.id, review: container.review, providers, removed };
  },
  listKernels: async ({ container }) => ({ kernelspecs: await container.runtime.kernels.listSpecs() }),
  readSandbox: async ({ container }) => container.readSandbox(),
  consentToNoSandbox: async ({ body, container }) => {
    await container.consentToNoSandbox(body.isAgreed);
    return container.readSandbox();
  },
  readHomeContext: async ({ container }) => ({ text: await container.homeContext.read() }),
  writeHomeContext: async ({ body, container }) => container.homeContext.write(body),
};
