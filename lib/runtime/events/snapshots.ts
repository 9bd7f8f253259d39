/** Folds of long logs, kept beside them, so that opening a session again reads only the events that came later. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Session } from '../../session/session.ts';
import type { SnapshotList } from '../../store/store.ts';

export interface Snapshots {
  /** The session as it was at an event, this one at the latest. Null where no snapshot can be used. */
  load(sessionId: string, lastSeq: number): Promise<Session | null>;
  /** Keeps a fold that took reading so many events, if that is worth it. Never rejects. */
  keep(session: Session, readCount: number): Promise<void>;
}

/** Folding fewer events takes less than 20 ms. */
const MIN_EVENTS = 2_000;

export function createSnapshots(store: SnapshotList): Snapshots {
  let code: string | null = null;
  const name = () => (code ??= nameCode());
  return {
    load: async (sessionId, lastSeq) => {
      try {
        const data = await store.findSnapshot(sessionId, name());
        const session = data && (deserialize(data) as Session);
        return session && session.seq <= lastSeq ? session : null;
      } catch {
        return null;
      }
    },
    keep: async (session, readCount) => {
      if (readCount < MIN_EVENTS) return;
      try {
        await store.keepSnapshot(session.id, name(), serialize(session));
      } catch {
        // It is a cache: on a full disk, or while another process writes, the log will do.
      }
    },
  };
}

/** The folders of `lib` that the fold may import from. */
const FOLDERS = ['notebook', 'protocol', 'quantities', 'references', 'session', 'util'];

/**
 * Another name for each version of the fold's files and of Node, because other code may fold a log to something else. Throws
 * where the code is not in these files, as in a bundle.
 */
function nameCode(): string {
  const lib = join(import.meta.dirname, '..', '..');
  const hash = createHash('sha256').update(process.version);
  for (const folder of FOLDERS)
    for (const path of readdirSync(join(lib, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const { size, mtimeMs } = statSync(join(lib, folder, path));
      hash.update(`${path} ${size} ${mtimeMs}\n`);
    }
  return hash.digest('hex').slice(0, 16);
}
