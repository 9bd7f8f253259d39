/** The built-in analyst in the real agent loop with a real kernel: a workspace to put files in, questions to ask. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createAnalyst } from '../../../lib/analyst/analyst.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { type AgentSession, createAgentSession } from '../agent/agent-session.ts';
import { run as execute, type TestProvider } from '../kernel/kernel-provider.ts';

export interface Reply {
  answer: string;
  /** False when the analyst said why it gives no answer. */
  isAnswered: boolean;
  /** The executed code cells, in order. */
  cells: Cell[];
}

export interface AnalystSession {
  readonly session: AgentSession;
  readonly kernel: Kernel;
  /** Copies a file into the workspace. */
  copyFile(path: string): Promise<void>;
  writeFile(name: string, content: string | Uint8Array): Promise<void>;
  /** Writes a file with Python, which must create it under this name. */
  createFile(name: string, python: string): Promise<void>;
  ask(question: string): Promise<Reply>;
}

/** A session on a kernel of its own; the provider's disposal ends it. */
export async function openAnalystSession(provider: TestProvider): Promise<AnalystSession> {
  const workspace = crypto.randomUUID();
  const directory = join(provider.workspacesDir, workspace);
  await mkdir(directory, { recursive: true });
  const kernel = await provider.start(workspace);
  const session = createAgentSession(kernel, createAnalyst());
  session.apply({ type: 'kernel-status', status: 'idle' });
  const register = (name: string) =>
    session.apply({ type: 'file-add', name, bytes: 0, blob: '', origin: 'upload' });
  return {
    session,
    kernel,
    copyFile: async (path) => {
      await cp(path, join(directory, basename(path)));
      register(basename(path));
    },
    writeFile: async (name, content) => {
      await writeFile(join(directory, name), content);
      register(name);
    },
    createFile: async (name, python) => {
      const { end, outputs } = await execute(kernel, python);
      if (end.status !== 'ok') throw new Error(JSON.stringify(outputs));
      register(name);
    },
    ask: async (question) => {
      const { run, cells, answer } = await session.run(question);
      const isAnswered = run.outcome?.status === 'answered';
      const isRefused = run.outcome?.status === 'stopped' && run.outcome.reason === 'no-answer';
      if (answer === null || !(isAnswered || isRefused)) throw new Error(JSON.stringify(run.outcome));
      return { answer, isAnswered, cells: cells.filter(({ role }) => role === 'code') };
    },
  };
}
