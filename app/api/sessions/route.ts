import { route } from '../handler.ts';

export const GET = route('listSessions', async ({ query, container }) =>
  container.listEntries(query.search, query.limit),
);

export const POST = route('createSession', async ({ body, container }) => {
  const { title, kernel, example, model, tools, branchOf } = body;
  if (branchOf) return { id: await container.runtime.sessions.branch(branchOf.sessionId, branchOf.cellId) };
  const id = await container.runtime.sessions.create({ title, kernelName: kernel, tools });
  try {
    if (model !== undefined) await container.runtime.sessions.chooseModel(id, model);
    if (example !== undefined) await container.addExample(id, example);
  } catch (error) {
    await container.runtime.sessions.delete(id);
    throw error;
  }
  return { id };
});
