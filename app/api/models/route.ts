import { route } from '../handler.ts';

/** Which servers there are is configuration; no request names one. */
export const GET = route('listModels', async ({ query, container }) => {
  const { models, review } = container;
  const providers = await container.listModels({ fresh: query.fresh !== undefined });
  return { models, defaultId: models[0]?.id, review, providers };
});
