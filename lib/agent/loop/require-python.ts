import { findLanguage } from '../../execution/languages/find-language.ts';
import { PYTHON } from '../../execution/languages/python.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { ModelInfo } from '../../protocol/run.ts';
import { AppError } from '../../util/app-error.ts';

/** The built-in analyst knows one language. Throws AppError `bad-request` for a kernel of another. */
export function requirePython({ info }: Kernel, model: ModelInfo): void {
  const language = findLanguage({ info });
  if (model.kind !== 'builtin' || language === PYTHON) return;
  throw new AppError(
    'bad-request',
    `The ${model.label} writes Python only, but this notebook's kernel runs ${language.label}. Use a notebook with a Python kernel, or a language model, which can write ${language.label}.`,
  );
}
