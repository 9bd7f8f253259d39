/** Prepares a run's kernel, and tells the model which host tools its code can call. */
import type { EventBody } from '../../protocol/events/event.ts';
import { findRun } from '../../session/session.ts';
import type { ExecutionContext } from '../execution-context.ts';
import { findLanguage } from '../languages/find-language.ts';
import { prepareKernel } from '../prepare-kernel.ts';

/**
 * To be done once for each kernel process before the model's next step. Yields `tool-define` when the run does not know
 * these tools yet.
 */
export async function* defineHostTools(context: ExecutionContext): AsyncGenerator<EventBody> {
  const { kernel, hostTools, runId, session } = context;
  const problems = listProblems(context);
  const run = findRun(session, runId);
  const known = { tools: run?.tools.filter(({ isHost }) => isHost) ?? [], problems: run?.toolProblems ?? [] };
  const tools = await prepareKernel(kernel, hostTools);
  const described = tools.map((tool) => ({ ...tool, isHost: true }));
  if (JSON.stringify({ tools: described, problems }) === JSON.stringify(known)) return;
  yield { type: 'tool-define', runId, tools, origin: 'host', problems };
}

function listProblems({ kernel, hostTools, toolProblems }: ExecutionContext): string[] {
  const { label, prepare } = findLanguage(kernel);
  const isLacking = hostTools.length > 0 && !prepare;
  return [
    ...toolProblems,
    ...(isLacking ? [`Tools of MCP servers and programs cannot be called from ${label}.`] : []),
  ];
}
