import { route } from '../handler.ts';

/** `?fresh=1` asks the servers anew. Which servers there are is configuration; no request names one. */
export const GET = route(async ({ request, container }) => {
  const { models, review } = container;
  const fresh = new URL(request.url).searchParams.get('fresh') === '1';
  const providers = await container.listModels({ fresh });
  return Response.json({ models, defaultId: models[0]?.id, review, providers });
});
