/** One task in a session of its own, scored. */
import { basename } from 'node:path';
import type { ActbookSession } from '../../lib/library/actbook-session.ts';
import type { Actbook } from '../../lib/library/create-actbook.ts';
import type { Outcome, Usage } from '../../lib/protocol/runs/run.ts';
import { type Score, scoreAnswer } from './score-answer.ts';
import type { SuiteTask } from './task.ts';

export type Actions = 'code' | 'json';

export interface TaskResult extends Score {
  id: string;
  actions: Actions;
  expected: number;
  steps: number;
  durationMs: number;
  usage: Usage;
  outcome: Outcome;
  answer: string | null;
}

export interface RunTaskOptions {
  actbook: Actbook;
  actions: Actions;
  maxSteps: number;
  /** Whether the task says how its answer is to be written. */
  asksForFormat: boolean;
}

export async function runTask(task: SuiteTask, options: RunTaskOptions): Promise<TaskResult> {
  const session = await options.actbook.createSession({ title: task.id });
  try {
    return await ask(session, task, options);
  } finally {
    await session.delete();
  }
}

async function ask(
  session: ActbookSession,
  task: SuiteTask,
  { actions, maxSteps, asksForFormat }: RunTaskOptions,
): Promise<TaskResult> {
  for (const file of task.files) await session.addFile(file);
  const text = toTaskText(task, asksForFormat);
  const { answer, outcome, steps, durationMs, usage } = await session.ask(text, {
    files: task.files.map((file) => basename(file)),
    limits: { maxSteps },
  });
  const facts = { id: task.id, actions, expected: task.expected.length };
  return { ...facts, ...scoreAnswer(answer, task.expected), steps, durationMs, usage, outcome, answer };
}

/** What the agent is asked; replies are found by it again. */
export function toTaskText({ question, format }: SuiteTask, asksForFormat: boolean): string {
  return asksForFormat ? `${question}\n\nEnd your answer with ${format}` : question;
}
