/** The cells of a run: put into the notebook, approved where the run asks for that, executed under its limits. */
import { approveCell, createCallGate, findRunApproval } from '../../execution/approve.ts';
import { executeCell, type toResumption } from '../../execution/execute-cell.ts';
import { createCallHandler } from '../../execution/tools/host-calls.ts';
import { createOutputsTool } from '../../execution/tools/outputs-tool.ts';
import type { CellEndStatus } from '../../protocol/cells/cell.ts';
import type { CellLanguage } from '../../protocol/cells/cell-language.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import { readCode } from '../../session/cell-code.ts';
import { type Cell, findCell } from '../../session/session.ts';
import { orAborted } from '../../util/or-aborted.ts';
import type { RunContext } from '../run-context.ts';

interface WrittenCode {
  source: string;
  language?: CellLanguage | undefined;
  toolCallId?: string | undefined;
  isValues?: true;
}

/** The event that puts code of the run into the notebook. */
export function codeCell(
  { runId }: RunContext,
  step: number,
  cellId: string,
  { source, language, toolCallId, isValues }: WrittenCode,
): EventBody {
  const cell = { cellId, cellType: 'code', source, author: 'agent', role: 'code' } as const;
  const more = {
    ...(language ? { language } : {}),
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(isValues ? { isValues } : {}),
  };
  return { type: 'cell-insert', ...cell, runId, step, ...more };
}

/** Runs a cell that is in the notebook, once the user has approved it where the run asks for that. */
export async function* runAgentCell(
  context: RunContext,
  cellId: string,
  written: string,
): AsyncGenerator<EventBody, CellEndStatus> {
  const approval = yield* approveCell(context, cellId, written);
  if ('source' in approval) return yield* executeAgentCell(context, cellId, approval.source);
  const status = 'aborted';
  yield { type: 'cell-end', cellId, status, executionCount: null, reason: approval.refusal };
  return status;
}

/** Executes approved code in a cell that is in the notebook. `resumption`: where a process that crashed has begun it. */
export function executeAgentCell(
  context: RunContext,
  cellId: string,
  written: string,
  resumption: Partial<ReturnType<typeof toResumption>> = {},
) {
  const { kernel, limits, session, onLate, onInput } = context;
  const signal = context.cellStop.begin(context.signal);
  const { names } = session.kernel;
  const tools = [createOutputsTool(context), ...context.hostTools, ...context.innerTools];
  const { onApproval } = context;
  const gate = createCallGate({ session, onApproval, findMode: () => findRunApproval(context) }, cellId);
  const onCall = createCallHandler(tools, cellId, gate);
  const timeoutMs = limits.cellTimeoutMs;
  const { language } = findCell(session, cellId) ?? {};
  const source = readCode({ source: written, language });
  const options = { cellId, source, language, kernel, signal, timeoutMs, names, onLate, onInput, onCall };
  return executeCell({ ...options, ...resumption });
}

/**
 * Resolves when the new process has reported itself, or the run is aborted: a cell started earlier would
 * be counted to the process before. Throws AppError `kernel-unavailable` when none can be started.
 */
export async function awaitKernel({ kernel, signal }: RunContext): Promise<void> {
  await orAborted(kernel.evaluate('1'), signal);
}

/** The event that puts words of the model into the notebook. */
export function markdownCell(
  { runId }: RunContext,
  step: number,
  role: 'thought' | 'answer',
  source: string,
  more: { isPartial?: true; values?: Cell['values'] } = {},
): EventBody {
  const cell = { cellId: createId('cell'), cellType: 'markdown', source, author: 'agent', role } as const;
  return { type: 'cell-insert', ...cell, runId, step, ...more };
}
