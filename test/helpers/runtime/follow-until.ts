import type { Runtime } from '../../../lib/runtime/runtime.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';

/** Follows the log from its start until the folded session satisfies the condition. */
export async function followUntil(
  runtime: Pick<Runtime, 'follow'>,
  sessionId: string,
  isDone: (session: Session) => boolean,
): Promise<Session> {
  const done = new AbortController();
  let session = createSession(sessionId);
  for await (const events of runtime.follow(sessionId, 0, done.signal)) {
    session = applyEvents(session, events);
    if (!isDone(session)) continue;
    done.abort();
    return session;
  }
  throw new Error('The log ended first.');
}
