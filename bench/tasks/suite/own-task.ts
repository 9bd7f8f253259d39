/** How the suite's own files write a task. */
import type { Call, Expected } from '../task.ts';

/** Files by their names. */
export interface OwnTask {
  id: string;
  question: string;
  files: readonly string[];
  expected: Expected;
  solution: readonly string[];
  calls?: readonly Call[];
}
