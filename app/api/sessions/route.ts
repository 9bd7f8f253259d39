import { z } from 'zod';
import { ToolSource } from '../../../lib/protocol/tool-source.ts';
import { readJson, route } from '../handler.ts';

const NewSession = z.object({
  title: z.string().max(200).optional(),
  kernel: z.string().max(200).optional(),
  example: z.string().optional(),
  model: z.string().min(1).max(500).optional(),
  tools: ToolSource.optional(),
  /** Goes on from a cell of another session; nothing else is taken then. */
  branchOf: z.object({ sessionId: z.string(), cellId: z.string() }).optional(),
});

export const GET = route(async ({ request, container }) => {
  const search = new URL(request.url).searchParams.get('search') ?? '';
  const [sessions, discarded] = await Promise.all([
    container.listSessions(search.slice(0, 500)),
    container.runtime.listDiscarded(),
  ]);
  return Response.json({ sessions, discarded });
});

export const POST = route(async ({ request, container }) => {
  const { title, kernel, example, model, tools, branchOf } = await readJson(request, NewSession);
  if (branchOf) {
    const id = await container.runtime.branchSession(branchOf.sessionId, branchOf.cellId);
    return Response.json({ id }, { status: 201 });
  }
  const id = await container.runtime.createSession({ title, kernelName: kernel, tools });
  try {
    if (model !== undefined) await container.runtime.chooseModel(id, model);
    if (example !== undefined) await container.addExample(id, example);
  } catch (error) {
    await container.runtime.deleteSession(id);
    throw error;
  }
  return Response.json({ id }, { status: 201 });
});
