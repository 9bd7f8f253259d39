import type { Session } from '../../session.ts';
import { listReadPaths } from './list-read-paths.ts';

/**
 * Where a file of this name belongs in the notebook's folder: where its code reads a file of that name, first one that is
 * missing; else next to the notebook.
 */
export function findFilePlace(session: Pick<Session, 'cells' | 'files'>, name: string): string {
  const given = new Set(session.files.map((file) => file.name));
  const places = listReadPaths(session).flatMap(({ place }) => place ?? []);
  const fitting = places.filter((place) => place.slice(place.lastIndexOf('/') + 1) === name);
  return fitting.find((place) => !given.has(place)) ?? fitting[0] ?? name;
}
