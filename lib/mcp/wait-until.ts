import type { Event } from '../protocol/events/event.ts';
import type { Session } from '../session/session.ts';
import { describeEvent } from './describe/describe-event.ts';
import type { ToolContext } from './mcp-tool.ts';

/** Longest that one call waits, seconds. */
export const MAX_WAIT_S = 600;
/** Below the limit of a minute that many clients set for a call. */
export const DEFAULT_WAIT_S = 45;

interface Wait {
  /** Events after this one are looked at. */
  afterSeq: number;
  /** 0 does not wait. */
  waitS: number;
  /** Whether the wait is over, by an event and the notebook as it is. */
  isOver: (session: Session, event?: Event) => boolean;
}

/**
 * Follows a notebook until the wait is over, its time is up, or nobody waits any more, and says what happens meanwhile.
 * Resolves to the notebook as it is then.
 */
export async function waitUntil(
  context: ToolContext,
  sessionId: string,
  { afterSeq, waitS, isOver }: Wait,
): Promise<Session> {
  const { runtime, signal, tell } = context;
  const read = () => runtime.sessions.read(sessionId);
  if (waitS === 0 || isOver(await read())) return read();
  context.attend(sessionId);
  const until = AbortSignal.any([signal, AbortSignal.timeout(waitS * 1000)]);
  for await (const events of runtime.follow(sessionId, afterSeq, until)) {
    const session = await read();
    for (const event of events) {
      // What ends the wait is in the result. Clients that read both at once would complain about progress without a call.
      if (isOver(session, event)) return session;
      const line = describeEvent(event);
      if (line !== null) tell(line);
    }
  }
  return read();
}
