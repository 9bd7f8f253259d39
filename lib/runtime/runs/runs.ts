/** What can be done with runs: start one, wait for it, steer it, stop it. */
import { fitLimits } from '../../agent/context/prompt-budget.ts';
import { checkSchema } from '../../agent/reply/answer-schema.ts';
import type { Model } from '../../model/model.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { completeLimits } from '../../protocol/run-limits.ts';
import { type Reviewer, RunRequest, type RunStart } from '../../protocol/runs/run.ts';
import { findCell, type Session } from '../../session/session.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { deriveTitle } from '../../session/view/titles/derive-title.ts';
import type { HostTool } from '../../tools/host-tool.ts';
import { AppError } from '../../util/app-error.ts';
import type { CellRunner } from '../cells/cell-runner.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { toTitle } from '../sessions/start-session.ts';
import type { RunDriver } from './run-driver.ts';
import { openRunModels, toInfos } from './run-models.ts';
import type { SteerMessage } from './steering.ts';

export interface Runs extends Pick<RunDriver, 'wait' | 'cancel'> {
  /**
   * Starts a run and returns at once with its id. `hostTools` are functions of this process for this run and the next
   * ones, in place of those given before. Throws AppError `conflict` while another is running, `bad-request` for a
   * request, model or file that cannot be, `not-found` for a cell that is not in the notebook.
   */
  start(sessionId: string, request: RunRequest, hostTools?: readonly HostTool[]): Promise<string>;
  /**
   * Sends a message to a running run: the model sees it at its next step, which comes at once where the message interrupts the
   * running cell. Throws AppError `not-found`, and `conflict` when the run has ended or another process drives it.
   */
  steer(sessionId: string, runId: string, message: SteerMessage): Promise<void>;
}

export interface RunsDeps {
  /** How answers are reviewed where nobody says; null: not at all. */
  review?: Reviewer | null;
  /** The length of a prompt for runs that do not say, instead of the default. */
  promptTokens?: number | undefined;
  driver: RunDriver;
  cells: CellRunner;
}

const NO_SUBJECT =
  'This question is about a cell that is not in the notebook. Undo its deletion, or ask without it.';

export function createRuns({ logs, tools, models, by }: OwnWorkbench, deps: RunsDeps): Runs {
  const { review = null, promptTokens, driver, cells } = deps;

  async function start(
    sessionId: string,
    asked: RunRequest,
    hostTools?: readonly HostTool[],
  ): Promise<string> {
    const request = readRequest(asked);
    const session = await logs.readSession(sessionId);
    requireSubjects(request, session);
    const chosen = await openRunModels(models, session, request, review);
    await requireSchema(request, chosen.model);
    requireFiles(session, request);
    const run: RunStart = {
      task: toTask(request),
      ...toInfos(chosen),
      limits: fitLimits(completeLimits(request.limits, promptTokens), chosen.model),
      approval: request.approval ?? findApproval(session),
    };
    // The page's own words for a fix name no notebook.
    const isTitled = session.title !== '' || request.about?.purpose === 'fix';
    const title: EventBody[] = isTitled
      ? []
      : [
          {
            type: 'session-rename',
            title: deriveTitle(request.task) || toTitle(request.task),
            from: 'question',
          },
        ];
    await cells.settle(sessionId);
    if (hostTools) tools.give(sessionId, hostTools);
    return driver.start(sessionId, run, { models: chosen, before: title, by });
  }

  return {
    start,
    wait: driver.wait,
    cancel: driver.cancel,
    steer: (sessionId, runId, message) => driver.steer(sessionId, runId, message, by),
  };
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
function readRequest(request: RunRequest): RunRequest {
  const { data, error } = RunRequest.safeParse(request);
  if (data) return data;
  const { path = [], message = 'The question cannot be read' } = error.issues[0] ?? {};
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
