/** Changes of cells that the user makes in one stroke, and takes back in one. */
import { z } from 'zod';

export const CellOperation = z.object({
  operationId: z.string(),
  /** `run`: cells were run, with the edit before it if there was one; `delete-run`: a question and the cells of its run. `replace`: text
   * found in cells. `clear`: outputs. */
  kind: z.enum([
    'insert',
    'edit',
    'run',
    'revert',
    'delete',
    'delete-run',
    'move',
    'split',
    'merge',
    'retype',
    'replace',
    'clear',
    'undo',
  ]),
  /** Id of the operation that this one takes back: of an undo, where it is done again. */
  undoes: z.string().optional(),
});
export type CellOperation = z.infer<typeof CellOperation>;
