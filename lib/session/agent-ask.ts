import type { AgentEnd, AgentStart } from '../protocol/runs/agent-ask.ts';

/** A part of a task that another agent does. */
export interface AgentAsk extends AgentStart {
  readonly startedAt: number;
  /** Null while it works. Its cells are those of the session with its `askId`. */
  readonly end: (Omit<AgentEnd, 'askId' | 'cells'> & { readonly at: number }) | null;
}
