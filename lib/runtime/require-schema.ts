import { checkSchema } from '../agent/answer-schema.ts';
import type { ModelInfo, Task } from '../protocol/run.ts';
import { AppError } from '../util/app-error.ts';

/** Throws AppError `bad-request` for what is no JSON Schema, or for a model that answers in words alone. */
export async function requireSchema({ schema }: Task, model: ModelInfo): Promise<void> {
  if (!schema) return;
  await checkSchema(schema);
  if (model.kind !== 'builtin') return;
  throw new AppError(
    'bad-request',
    'The built-in analyst answers in words: an answer by a schema needs a language model.',
  );
}
