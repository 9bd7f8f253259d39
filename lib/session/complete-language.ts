/** What a cell is to be written in, with a name for its result. */
import type { CellLanguage, WantedLanguage } from '../protocol/cells/cell-language.ts';
import type { Session } from './session.ts';

/** Where no name is wanted, it is `result_1`, or the first after it that no cell and no variable has. */
export function completeLanguage(
  { cells, kernel }: Pick<Session, 'cells' | 'kernel'>,
  { resultName, ...wanted }: WantedLanguage,
): CellLanguage {
  if (resultName !== undefined) return { ...wanted, resultName };
  const results = cells.flatMap(({ language }) => language?.resultName ?? []);
  const taken = new Set([...results, ...kernel.names.map(({ name }) => name)]);
  let number = 1;
  while (taken.has(`result_${number}`)) number += 1;
  return { ...wanted, resultName: `result_${number}` };
}
