import type { Run } from '../session.ts';

/** What a task is about: a cell, or what the user selected in its outputs. */
export type Subject = NonNullable<Run['also']>[number];

/** All that the task of a run is about. */
export function listSubjects({ about, also = [], task }: Run): Subject[] {
  return about ? [{ cell: about, quote: task.about?.quote }, ...also] : [];
}
