/** Under which terms a language model was shown a cell, as the page asks for each cell on each event. */
import { type ObservationOptions, toObservationOptions } from '../../lib/observation/to-observation.ts';
import type { Cell, Session } from '../../lib/session/session.ts';

/** Null for a cell that no model has been shown. */
export type FindSight = (cell: Cell) => ObservationOptions | null;

/** Equal terms are the same object, so that cells need not be drawn anew. */
export function createSightFinder(): (session: Session) => FindSight {
  const known = new Map<string, ObservationOptions>();

  return (session) => {
    // The built-in analyst reads the outputs themselves.
    const runs = session.runs.filter(({ model }) => model.kind !== 'builtin');
    const calls = runs.flatMap((run) => run.steps.map((step) => ({ run, step })));
    return (cell) => {
      const { type, role, endedAt } = cell;
      if (type !== 'code' || role !== 'code' || endedAt === null) return null;
      const first = calls.find(({ step }) => step.startedAt >= endedAt);
      if (!first) return null;
      const options = toObservationOptions(session, first.run, first.step);
      const key = JSON.stringify(options);
      known.set(key, known.get(key) ?? options);
      return known.get(key) ?? null;
    };
  };
}
