/** What is damaged in the database, in words. */
import { findDamage } from '../store/sqlite/find-damage.ts';

/** Reads all of it, in another thread. Resolves to null when it is sound. */
export async function describeDamage(path: string, signal: AbortSignal): Promise<string | null> {
  const damage = await findDamage(path, signal);
  if (!damage) return null;
  const named = damage.sessions.map(({ id, title }) => `“${title}” (${id})`);
  const lost = named.length === 0 ? '' : ` These notebooks cannot be read to their end: ${named.join(', ')}.`;
  return `${path} is damaged.${lost} Stop Actbook and put a backup in its place, or save what is in it with “sqlite3 FILE .recover”.`;
}
