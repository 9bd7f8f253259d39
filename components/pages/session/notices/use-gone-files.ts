'use client';

import { findRebuildCells, isBusy, type Session } from '../../../../lib/session/session.ts';
import { listReadPaths } from '../../../../lib/session/view/list-read-paths.ts';
import { callApi } from '../../../api/call-api.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';

/** Uploads that the cells of a restore read and that code has deleted, by name; empty while that is not known. */
export function useGoneFiles(session: Session): string[] {
  const sources = findRebuildCells(session).map((cell) => ({
    ...cell,
    source: cell.ranSource ?? cell.source,
  }));
  const places = new Set(listReadPaths({ cells: sources }).map(({ place }) => place));
  const read = session.files.map(({ name }) => name).filter((name) => places.has(name));
  const isAsked = read.length > 0 && !isBusy(session);
  const { value } = useLoaded(isAsked ? `${session.id} ${session.seq}` : '', async () =>
    isAsked ? callApi('listFiles', { params: { sessionId: session.id } }) : null,
  );
  if (!value || value.isCut) return [];
  const present = new Set(value.files.map(({ name }) => name));
  return read.filter((name) => !present.has(name));
}
