/** The user of a client, asked what running code asks, and whether code may run. */
import type {
  AgentContext,
  ClientCapabilities,
  CreateElicitationResponse,
  RequestPermissionResponse,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { methods } from '@agentclientprotocol/sdk/unstable';
import { toPlannedCall, toText } from '../../lib/acp/cell-call.ts';
import type { SessionUpdates } from '../../lib/acp/session-updates.ts';
import type { ApprovalDecision } from '../../lib/protocol/cells/approval.ts';
import type { Event } from '../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../lib/protocol/run-limits.ts';
import { findCell } from '../../lib/session/session.ts';
import type { AcpHost } from './acp-hosts.ts';

export interface ClientDesk {
  /** Takes the session's events in order, each after its updates were sent. */
  handle(event: Event): void;
  leave(): void;
}

export interface ClientDeskOptions {
  client: AgentContext;
  capabilities: ClientCapabilities;
  host: AcpHost;
  sessionId: string;
  updates: Pick<SessionUpdates, 'session' | 'findCallId'>;
  /** Shows a sentence as words of the agent. */
  say(text: string): void;
}

type ApprovalRequest = Extract<Event, { type: 'approval-request' }>;
type InputRequest = Extract<Event, { type: 'input-request' }>;

const OPTIONS = [
  { optionId: 'run', name: 'Run it', kind: 'allow_once' as const },
  { optionId: 'refuse', name: 'Do not run it', kind: 'reject_once' as const },
];

export function openClientDesk(options: ClientDeskOptions): ClientDesk {
  const { client, host, sessionId } = options;
  const { inputs } = host;
  const leave = inputs.addReader(sessionId);
  /** Open requests. Each ends when it is answered, here or on the page. */
  const open = new Map<string, { controller: AbortController; toolCallId?: string }>();

  function begin(
    requestId: string,
    put: (signal: AbortSignal) => Promise<unknown>,
    toolCallId?: string,
  ): void {
    const controller = new AbortController();
    open.set(requestId, { controller, ...(toolCallId === undefined ? {} : { toolCallId }) });
    // It fails when the request was answered elsewhere, or its run has ended.
    put(controller.signal).catch(() => {});
  }

  function close(requestId: string, status: 'completed' | 'failed'): void {
    const asked = open.get(requestId);
    if (!asked) return;
    open.delete(requestId);
    asked.controller.abort();
    // The call of a cell gets a status with its next update. What was asked about by itself has no other.
    if (asked.toolCallId !== requestId) return;
    const update = { sessionUpdate: 'tool_call_update' as const, toolCallId: requestId, status };
    client.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
  }

  function beginApproval(event: ApprovalRequest): void {
    const toolCall = toAskedCall(options, event);
    const put = async (signal: AbortSignal) => {
      const decision = await askApproval(options, toolCall, signal);
      if (!signal.aborted) await inputs.decide(sessionId, event.requestId, decision);
    };
    begin(event.requestId, put, toolCall.toolCallId);
  }

  function beginInput(event: InputRequest): void {
    begin(event.requestId, async (signal) => {
      const value = await askInput(options, event, signal);
      if (!signal.aborted) await inputs.reply(sessionId, event.requestId, value);
    });
  }

  return {
    handle: (event) => {
      if (event.type === 'input-request') beginInput(event);
      else if (event.type === 'approval-request') beginApproval(event);
      else if (event.type === 'input-reply') close(event.requestId, 'completed');
      else if (event.type === 'approval-reply')
        close(event.requestId, event.decision === 'refuse' ? 'failed' : 'completed');
      else if (event.type === 'cell-end' || event.type === 'run-end')
        for (const requestId of [...open.keys()]) close(requestId, 'failed');
    },
    leave: () => {
      for (const requestId of [...open.keys()]) close(requestId, 'failed');
      leave();
    },
  };
}

/** The tool call of the cell. A call in a running cell, and code that is to replace a cell, are asked about by themselves. */
function toAskedCall({ updates }: ClientDeskOptions, event: ApprovalRequest): ToolCallUpdate {
  const { cellId, callId, isEdit, requestId, reasons, source } = event;
  const { session } = updates;
  const cell = findCell(session, cellId);
  const own = callId === undefined && !isEdit ? updates.findCallId(cellId) : null;
  const planned = cell ? toPlannedCall(session, cell, source) : { title: source };
  const why = reasons.length > 0 ? [toText(reasons.join(' '))] : [];
  const content = [...why, ...('content' in planned ? (planned.content ?? []) : [])];
  return { toolCallId: own ?? requestId, ...planned, content };
}

/** A client that cannot ask, or whose user has stopped the run, refuses. */
async function askApproval(
  { client, sessionId }: ClientDeskOptions,
  toolCall: ToolCallUpdate,
  cancellationSignal: AbortSignal,
): Promise<ApprovalDecision> {
  const asked: Promise<RequestPermissionResponse> = client.request(
    methods.client.session.requestPermission,
    { sessionId, toolCall, options: OPTIONS },
    { cancellationSignal, stopWaitingOnCancel: true },
  );
  // A reply without an outcome is none.
  const isRun = await asked
    .then(({ outcome }) => outcome.outcome === 'selected' && outcome.optionId === 'run')
    .catch(() => null);
  if (isRun === null) return { decision: 'refuse', reason: 'The user’s client could not ask.' };
  return isRun ? { decision: 'approve' } : { decision: 'refuse' };
}

/** Null where nobody answers. A form is not for passwords, which clients may keep. */
async function askInput(
  { client, capabilities, host, sessionId, updates, say }: ClientDeskOptions,
  { cellId, prompt, password }: InputRequest,
  cancellationSignal: AbortSignal,
): Promise<string | null> {
  const asked = prompt.trim();
  if (password || !capabilities.elicitation?.form) {
    const what = `The code asks for ${password ? 'a password' : 'input'}${asked === '' ? '' : `: “${asked}”`}.`;
    if (host.url === null) {
      say(`${what} It cannot be answered from here.`);
      return null;
    }
    say(
      `${what} Answer it within ${DEFAULT_LIMITS.inputWaitMs / 1000} s on the page: ${toPageUrl(host.url, sessionId)}`,
    );
    return waitForPage(cancellationSignal);
  }
  const toolCallId = updates.findCallId(cellId);
  const reply: CreateElicitationResponse | null = await client
    .request(
      methods.client.elicitation.create,
      {
        mode: 'form',
        sessionId,
        ...(toolCallId === null ? {} : { toolCallId }),
        message: asked || 'The code asks for input.',
        requestedSchema: {
          type: 'object',
          properties: { value: { type: 'string', title: asked || 'Input' } },
          required: ['value'],
        },
      },
      { cancellationSignal, stopWaitingOnCancel: true },
    )
    .catch(() => null);
  const content: unknown = reply?.action === 'accept' ? reply.content : null;
  const value: unknown = content instanceof Object ? Reflect.get(content, 'value') : null;
  return typeof value === 'string' ? value : null;
}

/** Someone who has the page open may answer there. */
function waitForPage(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), DEFAULT_LIMITS.inputWaitMs);
    const leave = () => {
      clearTimeout(timer);
      resolve(null);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}

export function toPageUrl(url: string, sessionId: string): string {
  return `${url}/sessions/${sessionId}`;
}
