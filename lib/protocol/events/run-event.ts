/** What happens in a run: its steps, and messages to the model. */
import { z } from 'zod';
import { ToolCall, ToolDescription } from '../cells/call.ts';
import { ConnectionDescription } from '../connections/connection.ts';
import { AgentEnd, AgentStart } from '../runs/agent-ask.ts';
import { AnswerCheck } from '../runs/answer-check.ts';
import { Compaction } from '../runs/compaction.ts';
import { ReviewResult } from '../runs/review.ts';
import { Budget, ModelInfo, Outcome, RunStart, Usage } from '../runs/run.ts';
import { SkillEntry } from '../runs/skill-entry.ts';
import { PackageVersion } from '../verification/verification.ts';

const run = { runId: z.string() };
const step = { ...run, step: z.number().int().positive() };

export const RunEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-start'),
    ...run,
    ...RunStart.shape,
  }),
  /** The user's message during the run, after `step` steps had started; kept as the note `cellId`. */
  z.object({
    type: z.literal('run-steer'),
    ...run,
    cellId: z.string(),
    step: z.number().int().nonnegative(),
    text: z.string(),
    /** Interrupts the cell that the run is running. */
    interrupt: z.literal(true).optional(),
  }),
  /** The functions from this source, all of them, in place of those before. */
  z.object({
    type: z.literal('tool-define'),
    ...run,
    tools: z.array(ToolDescription),
    /** `host`: they run in this process. Default: Python that the user gave. */
    origin: z.literal('host').optional(),
    /** What is missing among host tools, and why: sentences. */
    problems: z.array(z.string()).optional(),
    /** The databases that host tools ask. */
    connections: z.array(ConnectionDescription).optional(),
  }),
  /** What the run's kernel has of the packages that the prompt names, if the run did not know. */
  z.object({ type: z.literal('run-packages'), ...run, packages: z.array(PackageVersion) }),
  /** What the user has written down for the agent: in CONTEXT.md of the home and of the notebook, and as skills, if there is any. */
  z.object({
    type: z.literal('run-context'),
    ...run,
    text: z.string().max(20_000),
    skills: z.array(SkillEntry).max(100).optional(),
  }),
  /** The prompt of the coming step was too long: what it shows of earlier steps from now on. */
  z.object({ type: z.literal('context-compact'), ...run, ...Compaction.shape }),
  /** `sum-up`: a limit was reached and the model sums up; no code of this step runs. */
  z.object({
    type: z.literal('step-start'),
    ...step,
    purpose: z.enum(['sum-up']).optional(),
    /** Whether the model is sent images; without it they are described to it in words. */
    vision: z.boolean().optional(),
  }),
  /** The model server does not answer; the request is repeated at `until`, milliseconds since 1970. */
  z.object({ type: z.literal('model-wait'), ...step, until: z.number().int(), reason: z.string() }),
  /** The model server refused a part of the prompt, which is written again: what the model is sent from now on. */
  z.object({ type: z.literal('model-adapt'), ...step, nativeTools: z.boolean(), vision: z.boolean() }),
  /** Most of a budget is used; the model is warned after `step`. Milliseconds for `time`. */
  z.object({
    type: z.literal('budget-warning'),
    ...step,
    budget: Budget,
    used: z.number(),
    limit: z.number(),
  }),
  z.object({ type: z.literal('text-delta'), ...step, text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), ...step, text: z.string() }),
  /** The model produced nothing usable; it gets `message`. */
  z.object({ type: z.literal('action-error'), ...step, message: z.string() }),
  /** What the model asked for: the text of a skill, or of a file beside it. */
  z.object({ type: z.literal('skill-read'), ...step, path: z.string(), text: z.string() }),
  /** A part of the task goes to another agent, which works in a session of its own. */
  z.object({ type: z.literal('agent-start'), ...step, ...AgentStart.shape }),
  /** That agent has ended: what it did, and what of it is in the notebook now. */
  z.object({ type: z.literal('agent-end'), ...step, ...AgentEnd.shape }),
  z.object({
    type: z.literal('step-end'),
    ...step,
    action: z.enum(['code', 'answer', 'skill', 'ask', 'malformed', 'none']),
    finishReason: z.string(),
    toolCalls: z.array(ToolCall),
    usage: Usage,
  }),
  /** `model` reads the work before the answer of this step is given. Absent: the app compares the answer with the notebook. */
  z.object({ type: z.literal('review-start'), ...step, model: ModelInfo.optional() }),
  z.object({ type: z.literal('review-end'), ...step, ...ReviewResult.shape }),
  /** A check of what the run's answer is made of ended, or why there is none. */
  z.object({ type: z.literal('answer-check'), ...step, ...AnswerCheck.shape }),
  z.object({ type: z.literal('run-end'), ...run, outcome: Outcome }),
]);
