/**
 * Where the runs of `actbook run` and `actbook ways` take place: in this process, or in an app that runs on the same data folder and may have
 * the session's kernel (server-host.ts). What they do is read from the log either way.
 */
import { createReadStream } from 'node:fs';
import type { Container } from '../../lib/app/container.ts';
import { MAX_DURATION_MS } from '../../lib/app/is-repeatable.ts';
import type { ApprovalMode, RunRequest } from '../../lib/protocol/runs/run.ts';
import type { Branch, BranchPlan, BranchRequest } from '../../lib/protocol/sessions/branch.ts';
import type { Way, WayKernel, WaysRequest } from '../../lib/protocol/ways/ways.ts';
import type { Inputs } from '../../lib/runtime/kernels/inputs.ts';

export interface RunHost {
  /** Adds the file at this path. One with the name is replaced. */
  addFile(sessionId: string, file: { name: string; path: string }): Promise<void>;
  allowNetwork(sessionId: string): Promise<void>;
  chooseApproval(sessionId: string, approval: ApprovalMode): Promise<void>;
  /** Resolves to the run's ID. Throws as `Runs.start` does. */
  start(sessionId: string, request: RunRequest): Promise<string>;
  /** Resolves once the next run can start. */
  wait(runId: string): Promise<void>;
  cancel(sessionId: string, runId: string): Promise<void>;
  /** Throws as `WaysControls.start` does. */
  startWays(sessionId: string, request: WaysRequest): Promise<{ waysId: string; ways: Way[] }>;
  cancelWays(sessionId: string, waysId: string): Promise<void>;
  chooseWay(sessionId: string, waysId: string, chosen: string): Promise<WayKernel>;
  planBranch(sessionId: string, cellId: string | undefined): Promise<BranchPlan>;
  /** Throws as `Sessions.branch` does. */
  branch(sessionId: string, request: BranchRequest): Promise<Branch>;
  /** Verifies the notebook and records what came of it. */
  verify(sessionId: string, signal: AbortSignal): Promise<void>;
  readonly inputs: Inputs;
  /** Aborts when the process that runs the code is gone, and nobody writes the end of a run. */
  readonly gone: AbortSignal;
}

export function createLocalHost({ runtime, allowNetwork, verifySession }: Container): RunHost {
  return {
    addFile: async (sessionId, { name, path }) => {
      await runtime.sessions.addFile(sessionId, { name, source: readPath(path) });
    },
    allowNetwork: (sessionId) => allowNetwork(sessionId, true),
    chooseApproval: runtime.sessions.chooseApproval,
    start: (sessionId, request) => runtime.runs.start(sessionId, request),
    wait: runtime.runs.wait,
    cancel: runtime.runs.cancel,
    startWays: (sessionId, request) => runtime.ways.start(sessionId, request),
    cancelWays: runtime.ways.cancel,
    chooseWay: runtime.ways.choose,
    planBranch: runtime.sessions.planBranch,
    branch: runtime.sessions.branch,
    verify: async (sessionId, signal) => {
      // It joins the one that began with the end of the run.
      await verifySession(sessionId, {
        isRecorded: true,
        isBackground: true,
        timeoutMs: 2 * MAX_DURATION_MS,
        signal,
      });
    },
    inputs: runtime.inputs,
    gone: new AbortController().signal,
  };
}

/** Opened when it is read: nobody would hear of a failure before that. */
async function* readPath(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
