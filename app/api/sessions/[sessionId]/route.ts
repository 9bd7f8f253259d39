import { z } from 'zod';
import { AppError } from '../../../../lib/util/app-error.ts';
import { readJson, route } from '../../handler.ts';

type Params = { sessionId: string };

const Patch = z
  .object({ title: z.string().trim().min(1).max(200).optional(), isPinned: z.boolean().optional() })
  .refine(
    ({ title, isPinned }) => title !== undefined || isPinned !== undefined,
    'title or isPinned is missing',
  );

export const GET = route<Params>(async ({ params, container }) => {
  const session = await container.getSession(params.sessionId);
  if (!session) throw new AppError('not-found', 'This session does not exist.');
  return Response.json(session);
});

export const PATCH = route<Params>(async ({ request, params, container }) => {
  const { title, isPinned } = await readJson(request, Patch);
  if (title !== undefined) await container.runtime.renameSession(params.sessionId, title);
  if (isPinned !== undefined) await container.store.pinSession(params.sessionId, isPinned);
  return new Response(null, { status: 204 });
});

export const DELETE = route<Params>(async ({ params, container }) => {
  await container.runtime.discardSession(params.sessionId);
  return new Response(null, { status: 204 });
});
