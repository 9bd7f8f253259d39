import { findLanguage } from '../../execution/languages/find-language.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Model } from '../../model/model.ts';
import { AppError } from '../../util/app-error.ts';

/** Throws AppError `bad-request` for a kernel of a language that the model does not write. */
export function requireLanguage({ info }: Kernel, { info: { label }, languages }: Model): void {
  const language = findLanguage({ info });
  if (!languages || languages.includes(language.label)) return;
  throw new AppError(
    'bad-request',
    `The ${label} writes ${languages.join(' and ')} only, but this notebook's kernel runs ${language.label}. Use a notebook with another kernel, or a language model, which can write ${language.label}.`,
  );
}
