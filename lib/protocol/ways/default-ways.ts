/** What several ways are told where nobody says. Apart from the schemas, so that the page need not load a validator. */

export const MIN_WAYS = 2;
export const MAX_WAYS = 5;

export interface DefaultWay {
  readonly name: string;
  readonly instruction: string;
}

/** In the order in which they are used: two ways are the first two. */
export const DEFAULT_WAYS: readonly [DefaultWay, DefaultWay, ...DefaultWay[]] = [
  { name: 'Direct', instruction: 'Take the most direct route from the data to the answer.' },
  {
    name: 'Data first',
    instruction:
      'Before you compute the answer, check what the question takes for granted about the data: what one row is, missing values, duplicates, units, types, and outliers.',
  },
  {
    name: 'Two methods',
    instruction:
      'Compute the answer with two methods that share as little code as possible, and compare them. Where they differ, find out why before you answer.',
  },
  {
    name: 'From the files',
    instruction:
      'Read the files again instead of using variables that the notebook already has, and compute the answer from them alone.',
  },
  {
    name: 'Definitions',
    instruction:
      'First write down what each term of the question can mean in these data, choose the reading that most users would expect, and say which one you chose.',
  },
];
