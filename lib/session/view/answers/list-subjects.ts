import { findCell, type Run, type Session } from '../../session.ts';

/** What a task is about: a cell, or what the user selected in its outputs. */
export type Subject = NonNullable<Run['also']>[number];

/** All that the task of a run is about. */
export function listSubjects({ about, also = [], task }: Run): Subject[] {
  return about ? [{ cell: about, quote: task.about?.quote }, ...also] : [];
}

/** Which cells that tasks are about are not in the notebook, by ID. */
export function listGoneSubjects(session: Session): string[] {
  const ids = session.runs.flatMap((run) => listSubjects(run).map(({ cell }) => cell.id));
  return ids.filter((id) => !findCell(session, id));
}
