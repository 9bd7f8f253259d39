/** The fold of what a cell's code calls in this process. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Call } from '../call-state.ts';
import type { Cell, Session } from '../session.ts';
import { patchCell } from './patch-session.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyCallStart(session: Session, event: Body<'tool-call-start'>, at: number): Session {
  const { callId, name, arguments: args } = event;
  const call: Call = { id: callId, name, arguments: args, status: 'running', startedAt: at, endedAt: null };
  return patchCell(session, event.cellId, (cell) => ({ ...cell, calls: [...cell.calls, call] }));
}

export function applyCallEnd(session: Session, event: Body<'tool-call-end'>, at: number): Session {
  const { callId, status, result, error } = event;
  const end = {
    status,
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error }),
  };
  return patchCell(session, event.cellId, (cell) => ({
    ...cell,
    calls: cell.calls.map((call) => (call.id === callId ? { ...call, ...end, endedAt: at } : call)),
  }));
}

/** The cell has ended: calls that are still open were cut off. */
export function endCalls(calls: Cell['calls'], at: number): Cell['calls'] {
  if (calls.every((call) => call.endedAt !== null)) return calls;
  return calls.map((call) =>
    call.endedAt === null ? { ...call, status: 'interrupted', endedAt: at } : call,
  );
}
