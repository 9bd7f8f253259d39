/** A dialogue with the agent as a program has it: the library, a scripted model server, real kernels. */
import { join } from 'node:path';
import { createActbook } from '../../lib/index.ts';
import type { KernelProvider } from '../../lib/kernel/kernel.ts';
import type { Notebook } from '../../lib/session/notebook/to-notebook.ts';
import type { Session } from '../../lib/session/session.ts';
import { type ModelServer, startModelServer } from '../helpers/model/model-server.ts';
import type { Dialogue } from './dialogues.ts';

const DATA = join(import.meta.dirname, '../fixtures/cars.csv');

export interface DialogueResult {
  session: Session;
  answer: string | null;
  notebook: Notebook;
  requests: ModelServer['requests'];
}

/** Throws when the model was asked more or fewer times than the script has replies. */
export async function runDialogue(
  { kernelName, tools, task, script, answers }: Dialogue,
  kernels: KernelProvider,
): Promise<DialogueResult> {
  const server = await startModelServer(script);
  const actbook = await createActbook({ model: { baseUrl: server.baseUrl, modelId: 'scripted' }, kernels });
  try {
    const session = await actbook.createSession({ title: task, kernelName, tools });
    await session.addFile(DATA);
    const { answer } = await session.ask(task, { onInput: ({ prompt }) => answers[prompt] ?? null });
    const notebook = await session.toNotebook();
    return { session: await session.read(), answer, notebook, requests: server.requests };
  } finally {
    await actbook.dispose();
    await server.close();
  }
}
