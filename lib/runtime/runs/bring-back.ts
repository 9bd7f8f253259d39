/** Brings what an agent has made into the notebook that asked for it: values into the kernel, files into the folder. */
import { z } from 'zod';
import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { AgentEnd, ReturnedName } from '../../protocol/runs/agent-ask.ts';
import type { AgentAsk } from '../../session/agent-ask.ts';
import type { Workbench } from '../kernels/workbench.ts';

type Brought = Pick<AgentEnd, 'returned' | 'files' | 'changedFiles'>;

/** In the workspaces of both; a name that no file of a user has, because it begins with a dot. */
const COPIES = '.handover';

const reason = z.string().transform((text) => text.slice(0, 500));
const Given = z.array(
  z.object({
    name: z.string(),
    copy: z.string().optional(),
    file: z.string().optional(),
    reason: reason.optional(),
  }),
);
const Problems = z.array(z.object({ name: z.string(), reason }));

/** Code in the kernels may answer anything, so what they say is checked. */
export async function bringBack(bench: Workbench, sessionId: string, ask: AgentAsk): Promise<Brought> {
  const { agentSessionId: from, returns } = ask;
  const [source, target] = await Promise.all([bench.kernels.find(from), bench.kernels.find(sessionId)]);
  const given = source && returns.length > 0 ? await give(bench, from, source, returns) : null;
  const files = await bringFiles(bench, sessionId, ask);
  const lost = source ? UNREADABLE : NO_KERNEL;
  const problems = new Map<string, string>();
  const copied = (given ?? []).flatMap(({ name, copy }) => (copy === undefined ? [] : [name]));
  for (const name of copied) await bench.workspaces.copyOne(from, sessionId, `${COPIES}/${name}.pickle`);
  const handover = target && findLanguage(target).handover;
  if (target && handover && copied.length > 0) {
    const folder = await findFolder(bench, sessionId, target);
    const taken = Problems.safeParse(await handover.take(target, copied, folder, COPIES)).data;
    for (const name of copied) {
      const problem = taken ? taken.find((each) => each.name === name)?.reason : UNREADABLE;
      if (problem !== undefined) problems.set(name, problem);
    }
  }
  const returned = returns.map((name): ReturnedName => {
    const found = given?.find((each) => each.name === name);
    const problem = problems.get(name) ?? found?.reason;
    if (found?.copy !== undefined && !problems.has(name)) return { name, as: 'value' };
    if (found?.file !== undefined && files.files.includes(found.file))
      return { name, as: 'file', file: found.file, ...(problem ? { reason: problem } : {}) };
    return { name, as: 'none', reason: problem ?? lost };
  });
  return { returned, ...files };
}

const UNREADABLE = 'The kernel of the agent did not hand it over.';
const NO_KERNEL = 'The kernel of the agent had ended, with its variables.';

async function give(bench: Workbench, sessionId: string, kernel: Kernel, names: readonly string[]) {
  const folder = await findFolder(bench, sessionId, kernel);
  const told = await findLanguage(kernel).handover?.give(kernel, names, folder, COPIES);
  return Given.safeParse(told).data ?? null;
}

async function findFolder({ workspaces }: Workbench, sessionId: string, kernel: Kernel): Promise<string> {
  return kernel.folder ?? (await workspaces.open(sessionId));
}

/** Files that it made come along under their names; those that it changed stay in its own folder. */
async function bringFiles(
  bench: Workbench,
  sessionId: string,
  ask: AgentAsk,
): Promise<Omit<Brought, 'returned'>> {
  const { workspaces } = bench;
  const [there, here] = await Promise.all([
    workspaces.listFiles(ask.agentSessionId),
    workspaces.listFiles(sessionId),
  ]);
  const known = new Set(here.files.map(({ name }) => name));
  const written = there.files.filter(({ modifiedAt }) => modifiedAt >= ask.startedAt).map(({ name }) => name);
  const files = written.filter((name) => !known.has(name));
  for (const name of files) await workspaces.copyOne(ask.agentSessionId, sessionId, name);
  return { files, changedFiles: written.filter((name) => known.has(name)) };
}
