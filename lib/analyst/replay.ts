/** Brings an analysis back to where it stands by feeding it what its cells showed so far. */
import { type Analysis, type Ending, GiveUp, type Move, type Observation } from './analysis.ts';

export type Replay<Result> =
  | { state: 'waiting'; move: Move; used: number }
  | { state: 'done'; result: Result; used: number }
  | { state: 'failed'; reason: string; as: Ending; used: number };

/** Runs the analysis over the observations in order; `used` counts those it asked for. */
export function replay<Result>(
  analysis: Analysis<Result>,
  observations: readonly Observation[],
): Replay<Result> {
  let used = 0;
  try {
    let turn = analysis.next();
    while (!turn.done) {
      const observation = observations[used];
      if (observation === undefined) return { state: 'waiting', move: turn.value, used };
      used += 1;
      turn = analysis.next(observation);
    }
    return { state: 'done', result: turn.value, used };
  } catch (error) {
    if (error instanceof GiveUp) return { state: 'failed', reason: error.message, as: error.as, used };
    throw error;
  }
}
