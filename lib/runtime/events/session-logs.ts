/** The live sessions of this process: one for each notebook that it reads or writes. */
import type { Event } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { type SessionSummary, toRunStatus } from '../../protocol/sessions/session-summary.ts';
import type { Session } from '../../session/session.ts';
import type { SnapshotList, Store } from '../../store/store.ts';
import { createTurns, type Turns } from '../../util/turns.ts';
import { createFollowSession, type FollowSession } from './follow-sessions.ts';
import { createLiveSession, type EventWriter, type LiveSession, type LiveStore } from './live-session.ts';
import { createSnapshots } from './snapshots.ts';

/** What lists show of sessions, with how work ended that could not be stored yet. */
export type Summaries = Pick<
  Store,
  'getSession' | 'listSessions' | 'listFirstSessions' | 'listRunningSessions'
>;

/** The way to write what a principal causes in a session. */
export type WriterOf = (sessionId: string, by: Principal) => EventWriter;

export interface SessionLogs {
  readonly summaries: Summaries;
  readonly follow: FollowSession;
  readonly writerOf: WriterOf;
  /** Runs the tasks of a session one after the other: what it was read to be is what is changed. */
  readonly inTurn: Turns;
  /** See `LiveSession.read`. */
  readSession(sessionId: string): Promise<Session>;
  /** Reads the session, whose `session` is then another one after each event that is accepted here. */
  openSession(sessionId: string): Promise<OpenSession>;
  /** Drops what is in memory of a session that was deleted. */
  forget(sessionId: string): void;
  /** Resolves when everything written is stored. */
  flush(): Promise<void>;
}

export type OpenSession = Readonly<Record<'session', Session>>;

/** Sessions without a run that are kept in memory, so that reading one again costs its new events alone. */
const MAX_LOADED = 8;

/** `onEvents` is told of each session's events in order, once they are stored. It must not throw. */
export function createSessionLogs(
  store: LiveStore & Summaries & SnapshotList,
  onEvents: (events: readonly Event[]) => void = () => {},
): SessionLogs {
  const snapshots = createSnapshots(store);
  const live = new Map<string, LiveSession>();
  /** Sessions in memory; the least recently read is the first. */
  const loaded = new Set<string>();

  function find(sessionId: string): LiveSession {
    const opened = live.get(sessionId) ?? createLiveSession(store, sessionId, onEvents, snapshots);
    live.set(sessionId, opened);
    return opened;
  }

  async function openSession(sessionId: string): Promise<OpenSession> {
    const opened = find(sessionId);
    const first = await opened.read();
    loaded.delete(sessionId);
    loaded.add(sessionId);
    const hasRun = (id: string) => live.get(id)?.session?.runs.some(({ outcome }) => outcome === null);
    for (const id of [...loaded].filter((each) => !hasRun(each)).slice(0, -MAX_LOADED)) {
      loaded.delete(id);
      live.get(id)?.unload();
    }
    return {
      get session() {
        return opened.session ?? first;
      },
    };
  }

  /** The store's events, then those that are kept for it. */
  async function read(sessionId: string, afterSeq: number): Promise<Event[]> {
    // Looked at first: what is stored meanwhile is then among the store's.
    const kept = live.get(sessionId)?.unstored ?? [];
    const events = await store.read(sessionId, afterSeq);
    const nextSeq = (events.at(-1)?.seq ?? afterSeq) + 1;
    const next = kept.findIndex(({ seq }) => seq === nextSeq);
    return next < 0 ? events : [...events, ...kept.slice(next)];
  }

  function addUnstored<T extends SessionSummary | null>(summary: T): T {
    const unstored = summary ? (live.get(summary.id)?.unstored ?? []) : [];
    const end = unstored.findLast((event) => event.type === 'run-end');
    return summary && end?.type === 'run-end' ? { ...summary, runStatus: toRunStatus(end.outcome) } : summary;
  }

  const summaries: Summaries = {
    getSession: async (id) => addUnstored(await store.getSession(id)),
    listSessions: async (search) => (await store.listSessions(search)).map(addUnstored),
    listFirstSessions: async (search, limit) => {
      const { sessions, total } = await store.listFirstSessions(search, limit);
      return { sessions: sessions.map(addUnstored), total };
    },
    listRunningSessions: async () =>
      (await store.listRunningSessions()).map(addUnstored).filter(({ runStatus }) => runStatus === 'running'),
  };

  return {
    summaries,
    follow: createFollowSession({ ...store, read }),
    writerOf: (sessionId, by) => find(sessionId).as(by),
    inTurn: createTurns(),
    readSession: async (sessionId) => (await openSession(sessionId)).session,
    openSession,
    forget: (sessionId) => {
      live.delete(sessionId);
      loaded.delete(sessionId);
    },
    flush: async () => {
      await Promise.all([...live.values()].map((each) => each.flush()));
    },
  };
}
