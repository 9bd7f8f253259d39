import type { Language } from './language.ts';

/** `python`, `python3.11`, `{python}`, `{.r}`, `{r setup, echo=FALSE}`, `ts:main.ts`: the name is the first group. */
const LABEL = /^\{?\.?([a-z_]\w*?)[\d.]*(?:[\s,:}[(].*)?$/i;

/** A longer label is not a label, and would be read for long. */
const MAX_LENGTH = 200;

/** Whether a fence with this info string holds code of the language. */
export function isFenceLabel(label: string, { fences }: Language): boolean {
  return fences.includes(LABEL.exec(label.slice(0, MAX_LENGTH))?.[1]?.toLowerCase() ?? '');
}
