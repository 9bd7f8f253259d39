import { CONTEXT_FILE } from '../../../protocol/files/context-file.ts';
import { traitsOf } from '../../../protocol/models/model-traits.ts';
import type { Run, Session } from '../../session.ts';

/** Whether a model that improvises speaks about data before any code has run. `until`: the number of cells above what it says. */
export function isWithoutCode({ cells, files }: Session, { model }: Run, until = cells.length): boolean {
  const hasData = files.some(({ name }) => name !== CONTEXT_FILE);
  if (!hasData || !traitsOf(model).improvises) return false;
  return !cells
    .slice(0, until)
    .some(({ type, status, outputs }) => type === 'code' && (status !== 'idle' || outputs.length > 0));
}
