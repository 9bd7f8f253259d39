import { route } from '../handler.ts';

export const GET = route(async ({ container }) =>
  Response.json({ models: container.models, defaultId: container.models[0]?.id }),
);
