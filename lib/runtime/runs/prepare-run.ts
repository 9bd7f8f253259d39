/** From what somebody asks to what a run starts with: everything settled, and nothing begun. */
import { fitLimits } from '../../agent/context/prompt-budget.ts';
import { checkSchema } from '../../agent/reply/answer-schema.ts';
import type { Model } from '../../model/model.ts';
import { completeLimits } from '../../protocol/run-limits.ts';
import type { Reviewer, RunRequest, RunStart } from '../../protocol/runs/run.ts';
import { findCell, type Session } from '../../session/session.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { AppError } from '../../util/app-error.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { openRunModels, type RunModels, toInfos } from './run-models.ts';

export interface RunDefaults {
  /** How answers are reviewed where nobody says; null: not at all. */
  review?: Reviewer | null;
  /** The length of a prompt for runs that do not say, instead of the default. */
  promptTokens?: number | undefined;
}

export interface PreparedRun {
  run: RunStart;
  models: RunModels;
}

const NO_SUBJECT =
  'This question is about a cell that is not in the notebook. Undo its deletion, or ask without it.';

/** `request` was parsed. Throws AppError `bad-request` and `not-found`, as `Runs.start` does. */
export async function prepareRun(
  { models, by, programApproval }: Pick<OwnWorkbench, 'models' | 'by' | 'programApproval'>,
  session: Session,
  request: RunRequest,
  { review = null, promptTokens }: RunDefaults,
): Promise<PreparedRun> {
  requireSubjects(request, session);
  const chosen = await openRunModels(models, session, request, review);
  await requireSchema(request, chosen.model);
  requireFiles(session, request);
  const run: RunStart = {
    task: toTask(request),
    ...toInfos(chosen),
    limits: fitLimits(completeLimits(request.limits, promptTokens), chosen.model),
    // A program cannot choose for the user.
    approval:
      by.via === undefined
        ? (request.approval ?? findApproval(session))
        : findApproval(session, programApproval),
    ...(request.agents && !('plan' in chosen.model) ? { agents: request.agents } : {}),
  };
  return { run, models: chosen };
}

/** Throws AppError `bad-request` for anything that is not a JSON Schema, or for a model that answers in words alone. */
async function requireSchema({ schema }: Pick<RunRequest, 'schema'>, model: Model): Promise<void> {
  if (!schema) return;
  await checkSchema(schema);
  if (!('plan' in model)) return;
  throw new AppError(
    'bad-request',
    `The ${model.info.label} answers in text only. To get an answer that matches a schema, use a language model.`,
  );
}

/** Throws AppError `bad-request`: programs and commands ask without a route that checks what they ask. */
export function readRequest<Request>(
  schema: {
    safeParse(asked: unknown): {
      data?: Request | undefined;
      error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
    };
  },
  asked: unknown,
): Request {
  const { data, error } = schema.safeParse(asked);
  if (data) return data;
  const { path = [], message = 'The question cannot be read' } = error?.issues[0] ?? {};
  throw new AppError('bad-request', `${path[0] === 'limits' ? `${path.join('.')}: ` : ''}${message}.`);
}

/** Throws AppError `not-found`, for a question that is asked again after a cell was deleted, too. */
function requireSubjects({ about }: RunRequest, session: Session): void {
  const cells = about ? [about, ...(about.also ?? [])] : [];
  if (!cells.every(({ cellId }) => findCell(session, cellId))) throw new AppError('not-found', NO_SUBJECT);
}

function requireFiles(session: Session, { files = [] }: RunRequest): void {
  const unknown = files.find((name) => !session.files.some((file) => file.name === name));
  if (unknown) throw new AppError('bad-request', `There is no file “${unknown}” in this session.`);
}

function toTask({ task, files = [], about, tools, schema }: RunRequest): RunStart['task'] {
  return { text: task, files, about, tools, schema };
}
