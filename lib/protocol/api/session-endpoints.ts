/** Sessions: the list, what is done to one, and its log. */
import { z } from 'zod';
import { ApprovalMode } from '../runs/run.ts';
import { ToolSource } from '../runs/tool-source.ts';
import { BranchPlan, BranchRequest } from '../sessions/branch.ts';
import { SessionEntries, SessionSummary } from '../sessions/session-summary.ts';
import { DEFAULT_VERIFY_TIMEOUT_MS, Verification } from '../verification/verification.ts';
import type { Endpoints } from './api-endpoint.ts';

const NewSession = z.object({
  id: z.string(),
  /** Of a branch: whether its kernel has the variables of the other one. */
  isLive: z.boolean().optional(),
  /** Of a branch: why it has a new kernel. */
  reason: z.string().optional(),
});
const ModelId = z.string().min(1).max(500);
const MAX_SEARCH_LENGTH = 500;
const MAX_ENTRIES = 100_000;
const VerifyOptions = z.object({
  /** The time limit of each cell, milliseconds. */
  timeoutMs: z.number().int().min(100).max(86_400_000).default(DEFAULT_VERIFY_TIMEOUT_MS),
});

export const SESSION_ENDPOINTS = {
  listSessions: {
    summary: 'Lists the sessions, pinned ones first, then the newest.',
    note: '`search` finds words in titles and tasks; `question` is the task that matched. The first `limit` are in the reply, 1,000 by default; `total` is how many there are. `isWaiting` means that something waits for the user. `discarded` sessions are in the trash.',
    query: z.object({
      search: z
        .string()
        .transform((words) => words.slice(0, MAX_SEARCH_LENGTH))
        .default(''),
      limit: z.coerce.number().int().min(1).max(MAX_ENTRIES).default(1000),
    }),
    status: 200,
    reply: SessionEntries,
  },
  createSession: {
    summary: 'Creates a session.',
    note: '`kernel` is one of `kernelspecs`, `model` the model of its runs; `example` adds a bundled table. With `branchOf` it [continues from another session](branches.md) and ignores the other fields; 409 says why no live branch can be had.',
    body: z.object({
      title: z.string().max(200).optional(),
      /** Name of a kernelspec; without one, Python. */
      kernel: z.string().max(200).optional(),
      /** Functions in the kernel's language that every run has. */
      tools: ToolSource.optional(),
      /** Id of a bundled table that the session starts with. */
      example: z.string().optional(),
      /** Id of the model of its runs. */
      model: ModelId.optional(),
      branchOf: BranchRequest.extend({ sessionId: z.string() }).optional(),
    }),
    status: 201,
    reply: NewSession,
    errors: ['not-found', 'conflict', 'too-large', 'kernel-unavailable', 'sandbox-unavailable'],
  },
  importNotebook: {
    summary: 'Creates a session from a [notebook file](#notebook-files) of at most 100 MB.',
    note: '400 says what is wrong with the file.',
    query: z.object({ name: z.string().default('notebook.ipynb') }),
    body: { types: ['application/x-ipynb+json', 'application/octet-stream'] },
    status: 201,
    reply: NewSession,
    errors: ['too-many', 'kernel-unavailable', 'sandbox-unavailable'],
  },
  verifySession: {
    summary: 'Runs the notebook from a clean start and [compares](verification.md) the outputs of each cell.',
    note: 'Answers when it is done; the report is also the event `verification-end`. One that is under way is joined. 409 while something is running in the session.',
    body: VerifyOptions,
    status: 200,
    reply: Verification,
    errors: ['conflict', 'kernel-unavailable', 'sandbox-unavailable'],
  },
  streamVerification: {
    summary: 'Does the same, and streams what it finds as [server-sent events](#events).',
    note: 'Each `progress` is a cell that starts, or has ended in the first clean run. The last message is a `report`, or an `error` as other replies have it. Whoever stops reading does not end it.',
    body: VerifyOptions,
    status: 200,
    reply: { types: ['text/event-stream; charset=utf-8'] },
  },
  planBranch: {
    summary: 'Returns what a [branch](branches.md) would be, and copies nothing.',
    note: '`reason` says why it would have a new kernel; `bytes` are the files that would be copied.',
    query: z.object({ cellId: z.string().optional() }),
    status: 200,
    reply: BranchPlan,
  },
  readSession: {
    summary: 'Returns one entry of the list.',
    status: 200,
    reply: SessionSummary,
  },
  changeSession: {
    summary: 'Renames or pins a session.',
    body: z
      .object({ title: z.string().trim().min(1).max(200).optional(), isPinned: z.boolean().optional() })
      .refine(
        ({ title, isPinned }) => title !== undefined || isPinned !== undefined,
        'title or isPinned is missing',
      ),
    status: 204,
  },
  deleteSession: {
    summary: 'Stops the run of a session and moves it to the trash.',
    note: 'After 30 s its kernel ends. After 30 days its log and files are removed for good.',
    status: 204,
  },
  restoreSession: {
    summary: 'Restores a session from the trash.',
    note: '404 if it is gone for good.',
    status: 204,
  },
  eraseSession: {
    summary: 'Deletes a session in the trash for good, with its log and files.',
    note: '404 if it is not in the trash.',
    status: 204,
  },
  readEvents: {
    summary: 'Streams the log as [server-sent events](#events).',
    note: 'Starts after the sequence number in `Last-Event-ID`, else in `after`.',
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'not a sequence number')
        .optional(),
    }),
    status: 200,
    reply: { types: ['text/event-stream; charset=utf-8'] },
  },
  chooseModel: {
    summary: 'Chooses the model of later runs, unless they name another.',
    body: z.object({ model: ModelId }),
    status: 204,
    errors: ['model-unreachable'],
  },
  chooseApproval: {
    summary: 'Chooses which code of agents waits for [approval](approvals.md) from now on.',
    body: z.object({ approval: ApprovalMode }),
    status: 204,
  },
  allowNetwork: {
    summary: "Allows or denies the session's code internet access.",
    note: 'Ends its run and its kernel.',
    body: z.object({ isAllowed: z.boolean() }),
    status: 204,
    errors: ['conflict'],
  },
} as const satisfies Endpoints;
