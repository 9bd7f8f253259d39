/** What a code cell is written in, where that is not the language of the kernel. */
import { z } from 'zod';
import { isPythonName } from '../../util/is-python-name.ts';

const PythonName = z.string().refine(isPythonName, 'Not a name that Python takes');

/** SQL over a connection or, without one, over the frames of the notebook. Its result has `resultName` in the kernel. */
export const CellLanguage = z.object({
  name: z.literal('sql'),
  connection: PythonName.optional(),
  resultName: PythonName,
});
export type CellLanguage = z.infer<typeof CellLanguage>;

/** Where it is not said, the result has the next free name: `result_1`, `result_2`, … */
export const WantedLanguage = CellLanguage.partial({ resultName: true });
export type WantedLanguage = z.infer<typeof WantedLanguage>;
