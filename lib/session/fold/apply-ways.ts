/** The fold of several ways, in the notebook that asked for them. */
import type { Session } from '../session.ts';
import type { Ways } from '../ways.ts';
import { type Handlers, patchLast, toFields } from './handlers.ts';

export const APPLY_WAYS = {
  'ways-start'(session, event, { at, by }) {
    const { waysId: id, ...start } = toFields(event);
    const ways: Ways = { id, by, ...start, startedAt: at, end: null, choices: [], chosen: null, reached: '' };
    return { ...session, ways: [...session.ways, ways] };
  },
  'ways-end'(session, { waysId, outcome, basis, kernel }, { at }) {
    const chosen = outcome.status === 'chosen' ? outcome.sessionId : null;
    return patchWays(session, waysId, { end: { at, outcome, basis, kernel }, chosen });
  },
  'ways-choose'(session, { waysId, chosen, kernel }, { at, by }) {
    const before = session.ways.findLast(({ id }) => id === waysId)?.choices ?? [];
    return patchWays(session, waysId, { choices: [...before, { chosen, at, by, kernel }], chosen });
  },
} satisfies Partial<Handlers>;

function patchWays(session: Session, waysId: string, change: Partial<Ways>): Session {
  const reached = nameReached(session);
  const ways = patchLast(
    session.ways,
    ({ id }) => id === waysId,
    (each) => ({ ...each, ...change, reached }),
  );
  return { ...session, ways };
}

/** Another text once anything has run, or a cell was changed. */
export function nameReached({ runs, changes, executions, cells }: Session): string {
  return [runs.length, changes.length, executions, cells.length].join(' ');
}
