/** An analysis is a dialogue with the kernel, written as a generator: it yields cells and receives what they showed. */
import type { HtmlTable } from './html-table.ts';

/** The next thing the analyst does: a sentence or two, and the code of one cell. */
export interface Move {
  say: string;
  code: string;
}

/** What a cell showed, as far as the analyst reads it. */
export interface Observation {
  ok: boolean;
  /** Exception class name, or the cell's end status when the kernel did not live to raise one; null when ok. */
  errorName: string | null;
  errorMessage: string;
  /** Everything printed to stdout. */
  text: string;
  /** DataFrames shown, in order. */
  tables: readonly HtmlTable[];
}

/** Yields moves, receives their observations, returns its result. Deterministic, so it can be replayed. */
export type Analysis<Result = string> = Generator<Move, Result, Observation>;

/**
 * What an analysis ends with: something went wrong; nothing did, and the sentence is the answer; or the question is none
 * that it can answer.
 */
export type Ending = 'failure' | 'finding' | 'refusal';

/** Raised inside an analysis to end it with a plain sentence for the user. */
export class GiveUp extends Error {
  readonly as: Ending;

  constructor(message: string, as: Ending = 'failure') {
    super(message);
    this.as = as;
    this.name = 'GiveUp';
  }
}

/** Runs one cell that is expected to work; a failure ends the analysis with the error's own words. */
export function* runCell(move: Move): Analysis<Observation> {
  const observation = yield move;
  if (!observation.ok) throw new GiveUp(describeFailure(observation));
  return observation;
}

export function describeFailure(observation: Observation): string {
  const message = observation.errorMessage.split('\n')[0]?.slice(0, 300) ?? '';
  return message ? `${observation.errorName}: ${message}` : `${observation.errorName}`;
}
