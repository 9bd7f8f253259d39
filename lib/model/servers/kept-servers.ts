/** What was removed, with its key, for as long as that can be undone: in memory only, so nothing of it is on the disk. */
import type { RestorableServer } from '../../protocol/models/model-server.ts';
import { UNDO_MS } from '../../protocol/undo.ts';
import type { SavedServer } from './servers-file.ts';

interface Kept {
  server: SavedServer;
  /** ID of its model that was the default; null: none was. */
  defaultId: string | null;
}

export interface KeptServers {
  /** Keeps it for {@link UNDO_MS}. */
  keep(id: string, kept: Kept): void;
  /** Null when its time is over. */
  find(id: string): Kept | null;
  forget(id: string): void;
  /** The last first. */
  list(): RestorableServer[];
}

export function createKeptServers(): KeptServers {
  const entries = new Map<string, { kept: Kept; until: number; timer: NodeJS.Timeout }>();

  function forget(id: string): void {
    clearTimeout(entries.get(id)?.timer);
    entries.delete(id);
  }

  return {
    keep: (id, kept) => {
      forget(id);
      // A command ends without waiting for this.
      const timer = setTimeout(() => entries.delete(id), UNDO_MS).unref();
      entries.set(id, { kept, until: Date.now() + UNDO_MS, timer });
    },
    find: (id) => entries.get(id)?.kept ?? null,
    forget,
    list: () =>
      [...entries]
        .map(([id, { kept, until }]) => ({
          id,
          label: kept.server.label,
          undoMs: Math.max(0, until - Date.now()),
        }))
        .reverse(),
  };
}
