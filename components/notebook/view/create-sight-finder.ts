/** With which limits a language model was shown a cell. The page asks for each cell on each event. */
import {
  type ObservationOptions,
  toObservationOptions,
} from '../../../lib/observation/observation-options.ts';
import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import type { Cell, Run, Session, Step } from '../../../lib/session/session.ts';

/** Null for a cell that no model has been shown. */
export type FindSight = (cell: Cell) => ObservationOptions | null;

interface Call {
  readonly at: number;
  readonly options: ObservationOptions;
}

/** Equal limits, and the function until a model is asked again, are the same object: cells need no redraw. */
export function createSightFinder(): (session: Session) => FindSight {
  const known = new Map<string, ObservationOptions>();
  const callsOfRun = new WeakMap<Run, { info: unknown; calls: Call[] }>();
  let last: { runs: readonly Run[]; info: unknown; calls: Call[]; findSight: FindSight } | null = null;

  /** Unchanged runs are not read again. */
  function listCalls(session: Session, run: Run): Call[] {
    if (!traitsOf(run.model).readsPrompts) return [];
    const { info } = session.kernel;
    const before = callsOfRun.get(run);
    if (before?.info === info) return before.calls;
    const calls = run.steps.filter(wasAnswered).map((step) => {
      const options = toObservationOptions(session, run, step);
      const key = JSON.stringify(options);
      known.set(key, known.get(key) ?? options);
      return { at: step.startedAt, options: known.get(key) ?? options };
    });
    callsOfRun.set(run, { info, calls });
    return calls;
  }

  return (session) => {
    const { runs, kernel } = session;
    if (last?.runs === runs && last.info === kernel.info) return last.findSight;
    const calls = runs.flatMap((run) => listCalls(session, run));
    if (last && isSame(last.calls, calls)) {
      last = { ...last, runs, info: kernel.info };
      return last.findSight;
    }
    const findSight: FindSight = ({ type, role, endedAt }) => {
      if (type !== 'code' || role !== 'code' || endedAt === null) return null;
      return findFirst(calls, endedAt)?.options ?? null;
    };
    last = { runs, info: kernel.info, calls, findSight };
    return findSight;
  };
}

/** A server that cannot be reached, or refuses, has shown its model nothing. */
function wasAnswered({ text, reasoning, action, usage }: Step): boolean {
  const hasActed = action !== null && action !== 'none';
  return hasActed || text !== '' || reasoning !== '' || (usage?.promptTokens ?? 0) > 0;
}

function isSame(left: readonly Call[], right: readonly Call[]): boolean {
  const isEqual = ({ at, options }: Call, index: number) =>
    right[index]?.at === at && right[index].options === options;
  return left.length === right.length && left.every(isEqual);
}

/** The first call at or after the time; calls are in order of their start. */
function findFirst(calls: readonly Call[], at: number): Call | undefined {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return calls[low];
}
