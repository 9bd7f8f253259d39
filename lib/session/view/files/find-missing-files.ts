import type { Session } from '../../session.ts';
import { listReadPaths, type ReadPath } from './list-read-paths.ts';

/** Files that the code reads and the session was not given. */
export function findMissingFiles(session: Pick<Session, 'cells' | 'files'>): ReadPath[] {
  const given = new Set(session.files.map(({ name }) => name));
  return listReadPaths(session).filter(({ place }) => place === null || !given.has(place));
}
