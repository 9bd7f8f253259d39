import type { Language } from './language.ts';
import { OTHER_LANGUAGE_LABELS } from './other-language-labels.ts';

/** `python`, `python3.11`, `{python}`, `{.r}`, `{r setup, echo=FALSE}`, `ts:main.ts`: the name is the first group. */
const LABEL = /^\{?\.?([a-z_]\w*?)[\d.]*(?:[\s,:}[(].*)?$/i;

/** `python show`: code that is delivered, not run. */
const SHOWN = /[\s,.{]show(?=[\s,}]|$)/i;

export function isShownLabel(label: string): boolean {
  return SHOWN.test(label.slice(0, MAX_LENGTH));
}

/** A longer label is not a label, and would be read for long. */
const MAX_LENGTH = 200;

/** Whether a fence with this info string holds code of the language. */
export function isFenceLabel(label: string, { fences }: Language): boolean {
  return (
    !isShownLabel(label) && fences.includes(LABEL.exec(label.slice(0, MAX_LENGTH))?.[1]?.toLowerCase() ?? '')
  );
}

/** Labels of text that is shown, in no language. */
const TEXT_LABEL = /^(?:plain|output|stdout|stderr|log|table|markup)/;

/** Whether a fence with this info string holds something else than code of the language: another language, data, text. */
export function isOtherLabel(label: string, language: Language): boolean {
  const [name = ''] = /[^\s{}.,:;()[\]=]+/.exec(label.slice(0, MAX_LENGTH).toLowerCase()) ?? [];
  if (isFenceLabel(label, language)) return false;
  if (isShownLabel(label)) return true;
  return OTHER_LANGUAGE_LABELS.has(name) || TEXT_LABEL.test(name);
}
