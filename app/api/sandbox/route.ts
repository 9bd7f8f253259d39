import { z } from 'zod';
import { readJson, route } from '../handler.ts';

const Consent = z.object({ isAgreed: z.boolean() });

export const GET = route(async ({ container }) => Response.json(await container.readSandbox()));

export const PUT = route(async ({ request, container }) => {
  const { isAgreed } = await readJson(request, Consent);
  await container.consentToNoSandbox(isAgreed);
  return Response.json(await container.readSandbox());
});
