/** Holds code of the model until the user has said whether it may run. */

import { shortenText } from '../observation/shorten/shorten-text.ts';
import type { ApprovalDecision, ApprovalReply, ApprovalRequest } from '../protocol/cells/approval.ts';
import type { EventBody } from '../protocol/events/event.ts';
import { createId } from '../protocol/id.ts';
import type { ApprovalMode } from '../protocol/runs/run.ts';
import { type CellText, readCode } from '../session/cell-code.ts';
import { findAuthorStep } from '../session/cell-versions.ts';
import { type Cell, findCell, findRun, type Session } from '../session/session.ts';
import { findApproval } from '../session/view/runs/find-approval.ts';
import type { HostTool } from '../tools/host-tool.ts';
import type { ApprovalHandler } from './approval-handler.ts';
import type { ExecutionContext } from './execution-context.ts';
import { findRisks } from './risk/find-risks.ts';

/** The source that may run, or why none may. */
export type Approval = { readonly source: string } | { readonly refusal: string };

const ALWAYS = 'You asked to see all code before it runs.';
const ALL_CALLS = 'You asked to approve every tool call.';
const REPLACES = 'It changes code that this run has not written.';
const REFUSED = 'The user refused to run this code.';
const REFUSED_EDIT = 'The user refused this change, so the cell is as it was and did not run.';
const STOPPED = 'Stopped before it ran.';
const NOBODY = 'Nobody was there to approve this code, so it did not run.';
const NOBODY_FOR_CALL = 'Nobody was there to approve this call, so it was not made.';
const CRASHED = 'Actbook was restarted before this call was approved, so it was not made. Call it again.';

/** Yields the request and the reply, where the run's mode asks for them. A request that a crash left open is put again. */
export async function* approveCell(
  context: ExecutionContext,
  cellId: string,
  written: string,
): AsyncGenerator<EventBody, Approval> {
  const cell = findCell(context.session, cellId);
  if (cell?.verdict) return toApproval(cell.verdict, cell.source);
  const language = cell?.language;
  const create = () => createRequest({ source: written, language }, context);
  return yield* request(context, { cellId, written, create, refused: REFUSED });
}

/** As {@link approveCell}, for code that is to replace that of a cell: nothing is changed before the user accepts it. */
export async function* approveEdit(
  context: ExecutionContext,
  cell: Cell,
  code: CellText,
): AsyncGenerator<EventBody, Approval> {
  const { source: written } = code;
  const { acceptedEdit } = cell;
  if (acceptedEdit?.written === written) return { source: acceptedEdit.source ?? written };
  const create = () => createEditRequest(code, cell, context);
  return yield* request(context, { cellId: cell.id, written, create, refused: REFUSED_EDIT });
}

/** As {@link approveCell}, for a cell that a program runs for the user: it wrote the code, so the user is asked as for a model's. */
export function approveForProgram(
  context: Pick<ExecutionContext, 'session' | 'onApproval' | 'signal'>,
  cellId: string,
  code: CellText,
  mode: ApprovalMode,
): AsyncGenerator<EventBody, Approval> {
  const create = () => toRequest(code, context.session, mode);
  return request(context, { cellId, written: code.source, create, refused: REFUSED });
}

interface Question {
  cellId: string;
  written: string;
  /** Null: nobody needs to be asked. */
  create: () => ApprovalRequest | null;
  /** The words for the model when the user says no. */
  refused: string;
}

async function* request(
  context: Pick<ExecutionContext, 'session' | 'onApproval' | 'signal'>,
  { cellId, written, create, refused }: Question,
): AsyncGenerator<EventBody, Approval> {
  const open = findCell(context.session, cellId)?.pendingApprovals[0];
  const request = open ?? create();
  if (!request) return { source: written };
  if (!open) yield { type: 'approval-request', cellId, ...request };
  const decision = await ask(context.onApproval, request, context.signal);
  if (context.signal.aborted) return { refusal: STOPPED };
  const reply = toReply(request.requestId, decision);
  yield { type: 'approval-reply', cellId, ...reply };
  return toApproval(reply, reply.source ?? written, refused);
}

function createRequest(code: CellText, context: ExecutionContext): ApprovalRequest | null {
  return toRequest(code, context.session, findRunApproval(context));
}

function toRequest(code: CellText, session: Session, mode: ApprovalMode): ApprovalRequest | null {
  if (mode === 'never') return null;
  const risks = findRisks(readCode(code), session);
  if (mode === 'risky' && risks.length === 0) return null;
  return { requestId: createId('q'), reasons: risks.length > 0 ? risks : [ALWAYS], source: code.source };
}

/** Code that this run has not written itself is replaced only with the user's word, however harmless. */
function createEditRequest(code: CellText, cell: Cell, context: ExecutionContext): ApprovalRequest | null {
  const isOwn = findAuthorStep(cell).runId === context.runId;
  const request = createRequest(code, context);
  if (request) return { ...request, isEdit: true };
  if (isOwn || findRunApproval(context) === 'never') return null;
  return { requestId: createId('q'), isEdit: true, reasons: [REPLACES], source: code.source };
}

/** A stricter choice of the user binds a run that is under way; a less strict one is for the next. */
export function findRunApproval({
  session,
  runId,
}: Pick<ExecutionContext, 'session' | 'runId'>): ApprovalMode {
  return findApproval(session, findRun(session, runId)?.approval);
}

async function ask(handler: ApprovalHandler | undefined, request: ApprovalRequest, signal: AbortSignal) {
  return handler && !signal.aborted ? handler(request, signal) : null;
}

function toReply(requestId: string, decision: ApprovalDecision | null): ApprovalReply {
  if (decision === null) return { requestId, decision: 'refuse', from: 'nobody' };
  const { decision: word } = decision;
  const source = word === 'edit' ? { source: decision.source } : {};
  const reason = word === 'refuse' && decision.reason ? { reason: decision.reason } : {};
  return { requestId, decision: word, ...source, ...reason, from: 'human' };
}

function toApproval(
  { decision, from, reason }: Omit<ApprovalReply, 'requestId'>,
  source: string,
  refused = REFUSED,
): Approval {
  if (decision !== 'refuse') return { source };
  return { refusal: from === 'nobody' ? NOBODY : withReason(refused, reason) };
}

function withReason(sentence: string, reason: string | undefined): string {
  return reason ? `${sentence} Their reason: ${reason}` : sentence;
}

/** A tool call that code makes while its cell runs. */
export interface PendingCall {
  readonly tool: HostTool;
  /** The name as the code calls it, with its module. */
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly tell: (body: EventBody) => void;
  /** Stops the cell's clock meanwhile. */
  readonly whileAsking: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface CallGate {
  /** Resolves when the call may be made. Throws Error with the sentence for the code when it may not. */
  pass(call: PendingCall): Promise<void>;
  /** Ends the request of a call that a crash cut off; returns the sentence for the code when it was still waiting. */
  drop(callId: string, tell: PendingCall['tell']): string | null;
}

interface CallGateOptions extends Pick<ExecutionContext, 'session' | 'onApproval'> {
  /** Asked for each call, as the user may have chosen another mode since the cell began. */
  findMode(): ApprovalMode | Promise<ApprovalMode>;
}

export function createCallGate({ session, onApproval, findMode }: CallGateOptions, cellId: string): CallGate {
  async function pass(call: PendingCall): Promise<void> {
    const { tool, name, args, callId, signal, tell, whileAsking } = call;
    // A silent tool reads what the run has shown already.
    if (tool.isSilent) return;
    const mode = await findMode();
    const isHeld = mode === 'always' || (mode === 'risky' && tool.risky === true);
    if (!isHeld && !tool.asksBecause) return;
    const reasons = [tool.asksBecause ?? (tool.risky ? `The tool ${name} counts as risky.` : ALL_CALLS)];
    const request = { requestId: createId('q'), callId, reasons, source: toCode(name, args) };
    tell({ type: 'approval-request', cellId, ...request });
    const decision = await whileAsking(() => ask(onApproval, request, signal));
    const reply = toReply(request.requestId, decision?.decision === 'edit' ? null : decision);
    tell({ type: 'approval-reply', cellId, ...reply });
    if (reply.decision === 'approve') return;
    const refused = withReason('The user refused this call.', reply.reason);
    throw new Error(reply.from === 'nobody' ? NOBODY_FOR_CALL : refused);
  }

  return {
    pass,
    drop: (callId, tell) => {
      const open = findCell(session, cellId)?.pendingApprovals.find((each) => each.callId === callId);
      if (!open) return null;
      tell({ type: 'approval-reply', cellId, ...toReply(open.requestId, null) });
      return CRASHED;
    },
  };
}

/** Longest call that the user is shown whole, characters; its `tool-call-start` has all of it. */
const MAX_CALL_LENGTH = 20_000;

/** The call as the user reads it; JSON is close enough to Python. No argument can look like another, or hide. */
function toCode(name: string, args: Record<string, unknown>): string {
  const list = Object.entries(args).map(([key, value]) => {
    const json = JSON.stringify(value);
    return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `${key}=${json}` : `**{${JSON.stringify(key)}: ${json}}`;
  });
  return shortenText(showInvisible(`${name}(${list.join(', ')})`), MAX_CALL_LENGTH);
}

/** Characters that change how others are shown, such as the direction of writing, as their escapes. */
function showInvisible(code: string): string {
  return code.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
