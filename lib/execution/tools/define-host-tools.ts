/** Prepares a run's kernel, and tells the model which host tools its code can call. */
import type { EventBody } from '../../protocol/events/event.ts';
import { findRun } from '../../session/session.ts';
import { type HostTool, toToolId } from '../../tools/host-tool.ts';
import { pluralize } from '../../util/pluralize.ts';
import type { ExecutionContext } from '../execution-context.ts';
import { findLanguage } from '../languages/find-language.ts';
import { prepareKernel } from '../prepare-kernel.ts';

/** Names in a sentence. */
const MAX_SHOWN = 5;

/**
 * To be done once for each kernel process before the model's next step. Yields `tool-define` when the run does not know
 * these tools yet.
 */
export async function* defineHostTools(context: ExecutionContext): AsyncGenerator<EventBody> {
  const { kernel, hostTools, runId, session } = context;
  const run = findRun(session, runId);
  const known = {
    tools: run?.tools.filter(({ isHost }) => isHost) ?? [],
    problems: run?.toolProblems ?? [],
    connections: run?.connections ?? [],
  };
  const { tools, missing } = await prepareKernel(kernel, hostTools);
  const problems = listProblems(context, missing);
  const described = tools.map((tool) => ({ ...tool, isHost: true }));
  const modules = new Set(tools.map(({ name }) => name.split('.')[0]));
  // A kernel of another language cannot ask them.
  const connections = context.connections.filter(({ name }) => modules.has(name));
  if (JSON.stringify({ tools: described, problems, connections }) === JSON.stringify(known)) return;
  const asked = connections.length > 0 ? { connections } : {};
  yield { type: 'tool-define', runId, tools, origin: 'host', problems, ...asked };
}

function listProblems({ kernel, toolProblems }: ExecutionContext, missing: readonly HostTool[]): string[] {
  if (missing.length === 0) return [...toolProblems];
  const { label, prepare } = findLanguage(kernel);
  if (!prepare) {
    return [...toolProblems, `Tools of MCP servers and programs cannot be called from ${label}.`];
  }
  const names = missing.slice(0, MAX_SHOWN).map((tool) => toToolId(tool));
  const more = missing.length > MAX_SHOWN ? ` and ${missing.length - MAX_SHOWN} more` : '';
  return [
    ...toolProblems,
    `The kernel could not define ${pluralize(missing.length, 'tool')}, or a variable has the name: ${names.join(', ')}${more}.`,
  ];
}
