import { route } from '../handler.ts';

/** No request names a server: those of the configuration and the user's connections are asked. */
export const GET = route('listModels', async ({ query, container }) => {
  const providers = await container.listModels({ fresh: query.fresh !== undefined });
  const models = container.listConfigured();
  const removed = container.connections.listRemoved();
  return { models, defaultId: models[0]?.id, review: container.review, providers, removed };
});
