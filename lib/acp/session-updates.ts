/** The events of a session as updates of the Agent Client Protocol: the same for what happens and for what is read again. */
import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk/unstable';
import type { BlobReader } from '../export/inline-notebook.ts';
import type { Event } from '../protocol/events/event.ts';
import { countTokens } from '../protocol/runs/usage.ts';
import type { AgentAsk } from '../session/agent-ask.ts';
import { applyEvent } from '../session/fold/apply-event.ts';
import { findCell, findRun, findStep, type Session } from '../session/session.ts';
import { describeBudget } from '../session/view/runs/describe-budget.ts';
import { sumSessionUsage } from '../session/view/runs/sum-usage.ts';
import { nameNotebook } from '../session/view/titles/name-notebook.ts';
import { toCellCall, toPlannedCall } from './cell-call.ts';
import { describeOutcome } from './outcome.ts';

export interface SessionUpdates {
  /** The session after the events so far. */
  readonly session: Session;
  /** Takes the session's events in order. Resolves to what is to be sent for one, in order. */
  apply(event: Event): Promise<SessionUpdate[]>;
  /** What has changed of tool calls since it was last asked. */
  takeChanged(): Promise<SessionUpdate[]>;
  /** The tool call that a cell of the agent is now; null for other cells. */
  findCallId(cellId: string): string | null;
}

export interface SessionUpdatesOptions {
  blobs: BlobReader;
  /** Whether the client reads the past: then it is sent questions and failures too, which it does not know. */
  isReplay: boolean;
  /** The length of a model's context, tokens; undefined where it is not known. */
  findContextTokens?: (modelId: string) => number | undefined;
}

/** `from`: the session before the first event. */
export function createSessionUpdates(from: Session, options: SessionUpdatesOptions): SessionUpdates {
  const { blobs, isReplay, findContextTokens = () => undefined } = options;
  let session = from;
  /** By cell. Code that the agent replaces is a call of its own. */
  const calls = new Map<string, string>();
  const changed = new Set<string>();

  async function take(cellId: string): Promise<SessionUpdate[]> {
    changed.delete(cellId);
    const cell = findCell(session, cellId);
    const toolCallId = calls.get(cellId);
    if (!cell || toolCallId === undefined) return [];
    return [{ sessionUpdate: 'tool_call_update', toolCallId, ...(await toCellCall(session, cell, blobs)) }];
  }

  function begin(cellId: string): SessionUpdate[] {
    const cell = findCell(session, cellId);
    if (!cell) return [];
    const toolCallId = cell.version === 0 ? cellId : `${cellId}-${cell.version + 1}`;
    calls.set(cellId, toolCallId);
    return [{ sessionUpdate: 'tool_call', toolCallId, ...toPlannedCall(session, cell) }];
  }

  return {
    get session() {
      return session;
    },
    apply: async (event) => {
      const cellId = findChanged(event);
      // What it showed until now would be gone.
      const before = event.type === 'cell-edit' && changed.has(event.cellId) ? await take(event.cellId) : [];
      // From now on, it is the user's.
      if (event.type === 'cell-start' && event.operation) calls.delete(event.cellId);
      session = applyEvent(session, event);
      if (cellId !== null && calls.has(cellId)) changed.add(cellId);
      const begun = beginsCall(event) ? begin(event.cellId) : [];
      const words = toWords(session, event, { isReplay, findContextTokens });
      return [...before, ...begun, ...words];
    },
    takeChanged: async () => (await Promise.all([...changed].map(take))).flat(),
    findCallId: (cellId) => calls.get(cellId) ?? null,
  };
}

function beginsCall(event: Event): event is Extract<Event, { type: 'cell-insert' | 'cell-edit' }> {
  if (event.type === 'cell-edit') return event.from !== undefined;
  return event.type === 'cell-insert' && event.cellType === 'code' && event.author === 'agent';
}

function findChanged(event: Event): string | null {
  switch (event.type) {
    case 'cell-start':
    case 'output-append':
    case 'output-clear':
    case 'approval-reply':
    case 'cell-end':
      return event.cellId;
    default:
      return null;
  }
}

type WordOptions = Required<Pick<SessionUpdatesOptions, 'isReplay' | 'findContextTokens'>>;

function toWords(session: Session, event: Event, options: WordOptions): SessionUpdate[] {
  switch (event.type) {
    case 'run-start':
      return options.isReplay ? [hear(event.task.text)] : [];
    case 'run-steer':
      return [hear(event.text)];
    case 'session-rename':
      return [{ sessionUpdate: 'session_info_update', title: nameNotebook(session.title) }];
    case 'approval-change':
      return options.isReplay
        ? []
        : [{ sessionUpdate: 'current_mode_update', currentModeId: event.approval }];
    case 'cell-insert':
      return event.cellType === 'markdown' && event.author === 'agent' ? [say(event.source)] : [];
    case 'agent-start':
    case 'agent-end':
      return toPlan(findStep(session, event.runId, event.step)?.asks ?? []);
    case 'step-end':
      return toUsage(session, event, options);
    case 'run-end':
      // Where the run is followed, its request fails with these words.
      if (event.outcome.status === 'failed' && !options.isReplay) return [];
      return [describeOutcome(event.outcome)].filter((text) => text !== '').map(say);
    default:
      return [toThought(session, event)].flatMap((text) => (text ? [think(text)] : []));
  }
}

/** What the user does not need for the answer, in the order of the work. */
function toThought(session: Session, event: Event): string | null {
  switch (event.type) {
    case 'reasoning-delta':
      return event.text;
    case 'kernel-status':
      return event.status === 'starting'
        ? line('Starting a kernel.')
        : event.reason
          ? line(event.reason)
          : null;
    case 'model-wait':
      return line(`Waiting for the model. ${event.reason}`);
    case 'budget-warning':
      return line(`${describeBudget(event)} are used.`);
    case 'skill-read':
      return line(`Read the skill “${event.path}”.`);
    case 'action-error':
      return line(event.message);
    case 'review-end': {
      // Nothing was found by Actbook itself, which always looks.
      const isByModel = findStep(session, event.runId, event.step)?.review?.model != null;
      if (!isByModel && event.verdict === 'approved') return null;
      return line(`Review: ${event.verdict}. ${event.text}`.trimEnd());
    }
    default:
      return null;
  }
}

function line(text: string): string {
  return `\n${text}\n`;
}

function say(text: string): SessionUpdate {
  return {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: `${text.trimEnd()}\n\n` },
  };
}

function think(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } };
}

function hear(text: string): SessionUpdate {
  return { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } };
}

/** The parts of the task that other agents do. */
function toPlan(asks: readonly AgentAsk[]): SessionUpdate[] {
  const entries = asks.map(
    ({ task, end }): PlanEntry => ({
      content: task,
      priority: 'medium',
      status: end ? 'completed' : 'in_progress',
    }),
  );
  return [{ sessionUpdate: 'plan', entries }];
}

function toUsage(
  session: Session,
  { runId, usage }: Extract<Event, { type: 'step-end' }>,
  { findContextTokens }: WordOptions,
): SessionUpdate[] {
  const size = findContextTokens(findRun(session, runId)?.model.id ?? '');
  if (size === undefined) return [];
  const { cost } = sumSessionUsage(session);
  return [
    {
      sessionUpdate: 'usage_update',
      used: countTokens(usage),
      size,
      ...(cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } }),
    },
  ];
}
