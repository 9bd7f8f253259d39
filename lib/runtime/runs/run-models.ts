/** Who answers a run, and who reads its answer before it is given. */
import type { LanguageModel, Model, Models } from '../../model/model.ts';
import type { Reviewer, RunRequest, RunStart } from '../../protocol/runs/run.ts';
import type { Run, Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';

export interface RunModels {
  model: Model;
  reviewer: LanguageModel | null;
}

/** Throws AppError `bad-request` for a model that is not there, or cannot review. */
export async function openRunModels(
  models: Models,
  session: Session,
  request: Pick<RunRequest, 'model' | 'review'>,
  defaultReview: Reviewer | null,
): Promise<RunModels> {
  const model = await models.open(request.model ?? session.model?.id);
  const review = request.review === true ? (defaultReview ?? {}) : (request.review ?? defaultReview);
  if (!review) return { model, reviewer: null };
  const reviewer = review.model === undefined ? model : await models.open(review.model);
  if (!('plan' in reviewer)) return { model, reviewer };
  // A setting for all runs must not keep the model from answering.
  if (typeof request.review !== 'object') return { model, reviewer: null };
  throw new AppError(
    'bad-request',
    `The ${reviewer.info.label} cannot review an answer. Name a language model for the review.`,
  );
}

/** The models of a run that a process left; null when its model is not there any more. A missing reviewer reviews nothing. */
export async function resumeRunModels(models: Models, run: Run): Promise<RunModels | null> {
  const model = await models.open(run.model.id).catch(() => null);
  const reviewer = run.reviewer ? await models.open(run.reviewer.id).catch(() => null) : null;
  return model && { model, reviewer: reviewer && !('plan' in reviewer) ? reviewer : null };
}

/** What the log keeps of them. */
export function toInfos({ model, reviewer }: RunModels): Pick<RunStart, 'model' | 'reviewer'> {
  return { model: model.info, ...(reviewer ? { reviewer: reviewer.info } : {}) };
}
