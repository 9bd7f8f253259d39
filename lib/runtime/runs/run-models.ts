/** Who answers a run, and who reads its answer before it is given. */
import type { Model, Models } from '../model/model.ts';
import type { Run, Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';

/** A review by the model that answers, or by another one. */
export interface ReviewRequest {
  modelId?: string | undefined;
}

export interface RunModels {
  model: Model;
  reviewer: Model | null;
}

export interface RunModelsRequest {
  /** Default: the session's own, else the default of all. */
  modelId?: string | undefined;
  /** `true`: as configured, else by the model that answers. Default: as configured. */
  review?: ReviewRequest | boolean | undefined;
}

/** Throws AppError `bad-request` for a model that is not there, or cannot review. */
export async function openRunModels(
  models: Models,
  session: Session,
  request: RunModelsRequest,
  defaultReview: ReviewRequest | null,
): Promise<RunModels> {
  const model = await models.open(request.modelId ?? session.model?.id);
  const review = request.review === true ? (defaultReview ?? {}) : (request.review ?? defaultReview);
  if (!review) return { model, reviewer: null };
  const reviewer = review.modelId === undefined ? model : await models.open(review.modelId);
  if (reviewer.info.kind !== 'builtin') return { model, reviewer };
  // A setting for all runs must not keep the analyst from answering.
  if (typeof request.review !== 'object') return { model, reviewer: null };
  throw new AppError(
    'bad-request',
    'The built-in analyst cannot review an answer: name a language model for that.',
  );
}

/** Those of a run that a process left; null when its model is not there any more. A missing reviewer reviews nothing. */
export async function reopenRunModels(models: Models, run: Run): Promise<RunModels | null> {
  const model = await models.open(run.model.id).catch(() => null);
  const reviewer = run.reviewer ? await models.open(run.reviewer.id).catch(() => null) : null;
  return model && { model, reviewer };
}
