import type { Kernel } from '../kernel/kernel.ts';
import type { ModelInfo } from '../protocol/run.ts';
import { AppError } from '../util/app-error.ts';

/** The agent's replies are read as Python. Throws AppError `bad-request` for a kernel of another language. */
export function requirePython({ info }: Kernel, model: ModelInfo): void {
  const { name } = info.languageInfo;
  if (name.toLowerCase() === 'python') return;
  const who = model.kind === 'builtin' ? `The ${model.label}` : 'The agent';
  throw new AppError(
    'bad-request',
    `${who} writes Python only, and this notebook's kernel speaks ${name}. Ask in a notebook with a Python kernel; “actbook exec” runs notebooks in any language.`,
  );
}
