import { z } from 'zod';
import { readJson, route } from '../handler.ts';

const NewSession = z.object({
  title: z.string().max(200).optional(),
  kernel: z.string().max(200).optional(),
  example: z.string().optional(),
});

export const GET = route(async ({ container }) =>
  Response.json({ sessions: await container.listSessions() }),
);

export const POST = route(async ({ request, container }) => {
  const { title, kernel, example } = await readJson(request, NewSession);
  const id = await container.runtime.createSession({ title, kernelName: kernel });
  if (example !== undefined) await container.addExample(id, example);
  return Response.json({ id }, { status: 201 });
});
