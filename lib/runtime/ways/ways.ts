/** What can be done with several ways: begin them, stop them, choose one. */
import { type Way, type WayKernel, WaysRequest } from '../../protocol/ways/ways.ts';
import { nameReached } from '../../session/fold/apply-ways.ts';
import { findRun } from '../../session/session.ts';
import type { HostTool } from '../../tools/host-tool.ts';
import { AppError } from '../../util/app-error.ts';
import type { CellRunner } from '../cells/cell-runner.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { readRequest } from '../runs/prepare-run.ts';
import { adoptWay } from './adopt-way.ts';
import { type BeginDeps, beginWays } from './begin-ways.ts';
import { findWays, type WaysDriver } from './ways-driver.ts';

export interface WaysControls {
  /**
   * Gives one task to two to five agents, each in a branch of the notebook, and returns at once; nothing else runs in the session
   * until they have ended. `hostTools` are functions of this process for all of them. Throws AppError `conflict` while anything
   * runs in the session, `bad-request` for a request, model, file, or limit that cannot be.
   */
  start(
    sessionId: string,
    request: WaysRequest,
    hostTools?: readonly HostTool[],
  ): Promise<{ waysId: string; ways: Way[] }>;
  /** Stops all of them. Throws AppError `not-found`, and `conflict` when they have ended or another process drives them. */
  cancel(sessionId: string, waysId: string): Promise<void>;
  /**
   * Makes a way, named by its session, the notebook: while others run, which are stopped then, or after all, also in place of one
   * that was chosen before. Throws AppError `not-found`, and `conflict` while that way runs, and once the notebook was changed.
   */
  choose(sessionId: string, waysId: string, chosen: string): Promise<WayKernel>;
  /** Resolves when the session's ways have ended and their last event is stored. */
  wait(sessionId: string): Promise<void>;
}

interface WaysDeps extends BeginDeps {
  driver: WaysDriver;
  cells: CellRunner;
}

const ENDED = 'The ways have ended.';
const IS_RUNNING = 'This way is still running. Wait for its end, or stop it first.';
const IS_CHOSEN = 'This way is the notebook already.';
const CHANGED =
  'The notebook was changed since the ways ended. Open the notebook of the way, and continue there.';

export function createWays(bench: OwnWorkbench, { driver, cells, ...deps }: WaysDeps): WaysControls {
  const { logs, work, by } = bench;

  async function choose(sessionId: string, waysId: string, chosen: string): Promise<WayKernel> {
    const ways = findWays(await logs.readSession(sessionId), waysId);
    const way = ways.ways.find((each) => each.sessionId === chosen);
    if (!way) throw new AppError('not-found', 'There is no such way.');
    const session = await logs.readSession(chosen);
    const isRunning = findRun(session, way.runId)?.outcome === null;
    if (isRunning || (ways.end === null && !findRun(session, way.runId)))
      throw new AppError('conflict', IS_RUNNING);
    if (ways.end === null && (await driver.pick(sessionId, waysId, way, by))) {
      const { end } = findWays(await logs.readSession(sessionId), waysId);
      if (end?.outcome.status !== 'chosen' || end.outcome.sessionId !== chosen)
        throw new AppError('conflict', end?.outcome.message ?? ENDED);
      return end.kernel ?? 'lost';
    }
    return chooseLater(sessionId, waysId, way);
  }

  async function chooseLater(sessionId: string, waysId: string, way: Way): Promise<WayKernel> {
    const { sessionId: chosen } = way;
    let kernel: WayKernel = 'lost';
    await work.begin(sessionId, 'ways', async (session) => {
      const ways = findWays(session, waysId);
      if (ways.chosen === chosen) throw new AppError('conflict', IS_CHOSEN);
      if (nameReached(session) !== ways.reached) throw new AppError('conflict', CHANGED);
      await work.begin(chosen, 'ways', async () => {
        kernel = await adoptWay(bench, session, ways, way, (what) => ({
          type: 'ways-choose',
          waysId,
          chosen,
          kernel: what,
        }));
        return null;
      });
      return null;
    });
    return kernel;
  }

  return {
    start: async (sessionId, asked, hostTools) => {
      const request = readRequest(WaysRequest, asked);
      await cells.settle(sessionId);
      let begun: { waysId: string; ways: Way[] } = { waysId: '', ways: [] };
      await work.begin(sessionId, 'ways', async (session) => {
        if (hostTools) bench.tools.give(sessionId, hostTools);
        const { start, prepared } = await beginWays(bench, deps, session, request);
        begun = { waysId: start.waysId, ways: start.ways };
        return driver.toDrive(sessionId, start.waysId, by, prepared);
      });
      return begun;
    },
    cancel: async (sessionId, waysId) => {
      const { end } = findWays(await logs.readSession(sessionId), waysId);
      if (end) throw new AppError('conflict', ENDED);
      if (driver.stop(waysId)) return;
      const owner = await work.nameHolder(sessionId);
      throw new AppError('conflict', `These ways belong to ${owner}. Stop them there.`);
    },
    choose,
    wait: driver.wait,
  };
}
