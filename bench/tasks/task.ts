/** A task of a suite: what is asked of which files, and what the answer must say. */

export interface Expected {
  name: string;
  /** A number is compared as one, text without regard to case. */
  value: number | string;
  /** How far a number may be off. Default 1e-6. */
  tolerance?: number;
  /** Other words for the value in prose. */
  aliases?: readonly string[];
  /** What else could have been chosen, for an answer in prose. */
  others?: readonly string[];
}

/** One call of a data tool, as a model would send it. */
export interface Call {
  tool: string;
  [argument: string]: unknown;
}

export interface SuiteTask {
  id: string;
  question: string;
  /** Absolute paths; they are in the working directory under their last part. */
  files: readonly string[];
  /** How the answer is to be given, for those who can follow that. */
  format: string;
  expected: readonly Expected[];
  /** One way to the answer: cells whose last one prints it in the wanted form. */
  solution?: readonly string[];
  /** The same in calls of data tools; the last one prints it as `result = …`. */
  calls?: readonly Call[];
}
