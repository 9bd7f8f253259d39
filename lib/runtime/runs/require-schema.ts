import { checkSchema } from '../../agent/reply/answer-schema.ts';
import type { ModelInfo, RunRequest } from '../../protocol/run.ts';
import { AppError } from '../../util/app-error.ts';

/** Throws AppError `bad-request` for anything that is not a JSON Schema, or for a model that answers in words alone. */
export async function requireSchema({ schema }: Pick<RunRequest, 'schema'>, model: ModelInfo): Promise<void> {
  if (!schema) return;
  await checkSchema(schema);
  if (model.kind !== 'builtin') return;
  throw new AppError(
    'bad-request',
    'The built-in analyst answers in text only. To get an answer that matches a schema, use a language model.',
  );
}
