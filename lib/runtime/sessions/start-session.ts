/** A new session: its row, its first event, and the tools this program gives it. */
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import type { ToolSource } from '../../protocol/runs/tool-source.ts';
import type { HostTool } from '../../tools/host-tool.ts';
import { requireKernelSpec } from '../kernels/require-kernel-spec.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';

export interface SessionRequest {
  title?: string | undefined;
  kernelName?: string | undefined;
  /** Functions in the kernel's language, for every run; part of the log. */
  tools?: ToolSource | undefined;
  /** Functions of this process, for every run while it lives. */
  hostTools?: readonly HostTool[] | undefined;
}

export const DEFAULT_KERNEL = 'python3';

/** Resolves to its id. Throws AppError `bad-request` for the name of a kernel that is not installed. */
export async function startSession(bench: OwnWorkbench, request: SessionRequest = {}): Promise<string> {
  const { title = '', kernelName = DEFAULT_KERNEL, tools, hostTools = [] } = request;
  if (kernelName !== DEFAULT_KERNEL) await requireKernelSpec(bench.provider, kernelName);
  const sessionId = createId('s');
  const source = tools === undefined ? {} : { tools };
  const start: EventBody = { type: 'session-start', title: toTitle(title), kernelName, ...source };
  await bench.store.createSession(sessionId, [start], [{ by: bench.by }]);
  bench.tools.give(sessionId, hostTools);
  return sessionId;
}

/** A line for lists: the first line, cut at 80 characters. */
export function toTitle(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line;
}
