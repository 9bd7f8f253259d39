/** What can be done with runs: start one, wait for it, steer it, stop it. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { RunRequest } from '../../protocol/runs/run.ts';
import type { Session } from '../../session/session.ts';
import { findApproval } from '../../session/view/runs/find-approval.ts';
import { deriveTitle } from '../../session/view/titles/derive-title.ts';
import type { HostTool } from '../../tools/host-tool.ts';
import type { CellRunner } from '../cells/cell-runner.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { toTitle } from '../sessions/start-session.ts';
import { prepareRun, type RunDefaults, readRequest } from './prepare-run.ts';
import type { RunDriver } from './run-driver.ts';
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

export interface RunsDeps extends RunDefaults {
  driver: RunDriver;
  cells: CellRunner;
}

export function createRuns(bench: OwnWorkbench, deps: RunsDeps): Runs {
  const { logs, tools, by } = bench;
  const { driver, cells } = deps;

  async function start(
    sessionId: string,
    asked: RunRequest,
    hostTools?: readonly HostTool[],
  ): Promise<string> {
    const request = readRequest(RunRequest, asked);
    const session = await logs.readSession(sessionId);
    const { run, models } = await prepareRun(bench, session, request, deps);
    // The page's own words for a fix name no notebook.
    const title = request.about?.purpose === 'fix' ? [] : nameByQuestion(session, request.task);
    await cells.settle(sessionId);
    if (hostTools) tools.give(sessionId, hostTools);
    const before = [...title, ...keepApproval(session, request, by)];
    return driver.start(sessionId, run, { models, before, by });
  }

  return {
    start,
    wait: driver.wait,
    cancel: driver.cancel,
    steer: (sessionId, runId, message) => driver.steer(sessionId, runId, message, by),
  };
}

/** Events that keep the mode which the user chose with a question, where it is another one. */
export function keepApproval(
  session: Session,
  { approval }: Pick<RunRequest, 'approval'>,
  by: Principal,
): Extract<EventBody, { type: 'approval-change' }>[] {
  if (approval === undefined || by.via !== undefined || approval === findApproval(session)) return [];
  return [{ type: 'approval-change', approval }];
}

/** Events that name a notebook without a title by its first question. */
export function nameByQuestion(
  { title }: Session,
  task: string,
): Extract<EventBody, { type: 'session-rename' }>[] {
  if (title !== '') return [];
  return [{ type: 'session-rename', title: deriveTitle(task) || toTitle(task), from: 'question' }];
}
