import { CONTEXT_FILE } from '../../../protocol/files/context-file.ts';
import { isLanguageModel } from '../../../protocol/models/is-language-model.ts';
import type { Run, Session } from '../../session.ts';

/** Whether a language model speaks about data before any code has run. `until`: the number of cells above what it says. */
export function isWithoutCode({ cells, files }: Session, { model }: Run, until = cells.length): boolean {
  const hasData = files.some(({ name }) => name !== CONTEXT_FILE);
  if (!hasData || !isLanguageModel(model)) return false;
  return !cells
    .slice(0, until)
    .some(({ type, status, outputs }) => type === 'code' && (status !== 'idle' || outputs.length > 0));
}
