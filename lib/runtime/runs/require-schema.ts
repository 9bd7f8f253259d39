import { checkSchema } from '../../agent/reply/answer-schema.ts';
import type { Model } from '../../model/model.ts';
import type { RunRequest } from '../../protocol/run.ts';
import { AppError } from '../../util/app-error.ts';

/** Throws AppError `bad-request` for anything that is not a JSON Schema, or for a model that answers in words alone. */
export async function requireSchema({ schema }: Pick<RunRequest, 'schema'>, model: Model): Promise<void> {
  if (!schema) return;
  await checkSchema(schema);
  if (!model.readsSession) return;
  throw new AppError(
    'bad-request',
    `The ${model.info.label} answers in text only. To get an answer that matches a schema, use a language model.`,
  );
}
