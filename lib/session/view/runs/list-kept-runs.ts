import type { Run, Session } from '../../session.ts';

/** The runs of which something is in the notebook. Those whose questions the user has deleted are in the log alone. */
export function listKeptRuns({ runs, cells }: Session): Run[] {
  const kept = new Set(cells.map(({ runId }) => runId));
  return runs.filter(({ id }) => kept.has(id));
}
