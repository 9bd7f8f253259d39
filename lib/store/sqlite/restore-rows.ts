import { DatabaseSync } from 'node:sqlite';
import type { SavedRow } from './read-damaged.ts';

/** Gives recovered sessions the times that they had, and their places in the list or the trash. */
export function restoreRows(path: string, rows: ReadonlyMap<string, SavedRow>): void {
  const database = new DatabaseSync(path);
  try {
    const update = database.prepare(
      'update sessions set created_at = coalesce(?, created_at), updated_at = coalesce(?, updated_at), pinned_at = ?, deleted_at = ? where id = ?',
    );
    for (const [id, { createdAt, updatedAt, pinnedAt, deletedAt }] of rows)
      update.run(createdAt, updatedAt, pinnedAt, deletedAt, id);
  } finally {
    database.close();
  }
}
