/** Runs, and what their code asks of the user. */
import { z } from 'zod';
import { ApprovalDecision } from '../cells/approval.ts';
import { ChangeReply } from '../cells/cell-change.ts';
import { RunRequest, SteerText } from '../runs/run.ts';
import { Way, WayKernel, WaysRequest } from '../ways/ways.ts';
import type { Endpoints } from './api-endpoint.ts';

export const RUN_ENDPOINTS = {
  startRun: {
    summary: 'Starts a run.',
    note: '409 during another run.',
    body: RunRequest,
    status: 202,
    reply: z.object({ runId: z.string() }),
    errors: ['conflict', 'model-unreachable'],
  },
  cancelRun: {
    summary: 'Stops a run.',
    status: 202,
    errors: ['conflict'],
  },
  steerRun: {
    summary: 'Sends a message to a run; the model sees it at its next step.',
    note: '`interrupt` interrupts the running cell for it; the run continues. 409 if the run has ended.',
    body: z.object({ text: SteerText, interrupt: z.boolean().optional() }),
    status: 202,
    errors: ['conflict'],
  },
  deleteRun: {
    summary: 'Deletes a question and the cells of its run.',
    note: '`undo` restores them. Variables stay in the kernel. 409 during a run.',
    status: 200,
    reply: ChangeReply,
    errors: ['conflict'],
  },
  startWays: {
    summary:
      'Gives one task to [several agents](branches.md#try-several-ways), each in a branch of the notebook.',
    note: '`ways` is a number from 2 to 5, or the instruction and model of each. `limits` are for all of them together. 409 while anything runs in the session.',
    body: WaysRequest,
    status: 202,
    reply: z.object({ waysId: z.string(), ways: z.array(Way) }),
    errors: ['conflict', 'model-unreachable'],
  },
  cancelWays: {
    summary: 'Stops all ways.',
    note: '409 if they have ended.',
    status: 202,
    errors: ['conflict'],
  },
  chooseWay: {
    summary:
      'Makes a way the notebook, in place of one chosen before; `sessionId` in the body is that of the way.',
    note: 'While others run, it stops them. 409 if this way is running, or the notebook was changed since the ways ended.',
    body: z.object({ sessionId: z.string() }),
    status: 200,
    reply: z.object({ kernel: WayKernel }),
    errors: ['conflict'],
  },
  replyApproval: {
    summary: 'Decides on code that waits for [approval](#approval).',
    note: '409 if the request is no longer open.',
    body: z.object({ requestId: z.string() }).and(ApprovalDecision),
    status: 204,
    errors: ['conflict'],
  },
  replyInput: {
    summary: 'Answers [`input()`](#input) of the running code.',
    note: '`null` says that nobody will answer. 409 if the question is no longer open.',
    body: z.object({ requestId: z.string(), value: z.string().max(100_000).nullable() }),
    status: 204,
    errors: ['conflict'],
  },
} as const satisfies Endpoints;
