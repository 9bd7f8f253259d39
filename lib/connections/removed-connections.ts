/** Recently removed connections, with their passwords, kept in memory only to undo the removal. */
import type { KeptConnection } from '../protocol/connections/connection.ts';
import { UNDO_MS } from '../protocol/undo.ts';

export interface RemovedConnections {
  /** Keeps it for {@link UNDO_MS}. */
  keep(name: string, kept: KeptConnection): void;
  find(name: string): KeptConnection | undefined;
  forget(name: string): void;
  /** The last first, with how long each is still kept, milliseconds. */
  list(): { name: string; undoMs: number }[];
}

export function createRemovedConnections(): RemovedConnections {
  const removed = new Map<string, { kept: KeptConnection; until: number }>();
  return {
    keep: (name, kept) => {
      const entry = { kept, until: Date.now() + UNDO_MS };
      removed.delete(name);
      removed.set(name, entry);
      // Unreferenced, so that a command can exit before this runs.
      setTimeout(() => removed.get(name) === entry && removed.delete(name), UNDO_MS).unref();
    },
    find: (name) => removed.get(name)?.kept,
    forget: (name) => removed.delete(name),
    list: () => {
      const now = Date.now();
      return [...removed].map(([name, { until }]) => ({ name, undoMs: Math.max(0, until - now) })).reverse();
    },
  };
}
