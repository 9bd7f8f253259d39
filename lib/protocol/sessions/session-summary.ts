/** Sessions as lists show them. */
import { z } from 'zod';
import type { Outcome } from '../runs/run.ts';
import { VerificationOutcome } from '../verification/verification.ts';

/** Why a run ended as lists show it: a run that found no answer was not stopped by anybody. */
export const RunStatus = z.enum(['running', 'answered', 'unanswered', 'stopped', 'branched', 'failed']);
export type RunStatus = z.infer<typeof RunStatus>;

export function toRunStatus(outcome: Outcome): RunStatus {
  const isRefused = outcome.status === 'stopped' && outcome.reason === 'no-answer';
  return isRefused || outcome.status === 'asked' ? 'unanswered' : outcome.status;
}

/** A line of the session list. */
export const SessionSummary = z.object({
  id: z.string(),
  title: z.string(),
  /** Milliseconds since 1970, as all times. */
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
  /** Sequence number of its last event. */
  lastSeq: z.number().int(),
  /** The last run; null when there was none. */
  runStatus: RunStatus.nullable(),
  /** Whether code waits for an answer or an approval. */
  isWaiting: z.boolean(),
  isPinned: z.boolean(),
  /** The first words of the last run's answer, as plain text; empty without one. */
  answer: z.string(),
  /** The outcome of the last verification, until a cell, an output, or a file changes; null without one. */
  verification: VerificationOutcome.nullable(),
  /** Names of the files that were added, in that order. */
  files: z.array(z.string()),
  /** In the result of a search: the question that matched, where the title alone does not show why. */
  question: z.string().optional(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** A session in the trash. */
export const DiscardedSession = z.object({
  id: z.string(),
  title: z.string(),
  deletedAt: z.number().int(),
  /** How long its kernel still lives, milliseconds; 0: it has ended. */
  undoMs: z.number(),
  /** How long it can still be restored, milliseconds. */
  keptMs: z.number(),
});
export type DiscardedSession = z.infer<typeof DiscardedSession>;

/** A list of sessions: the first ones, how many there are, and the trash. */
export const SessionEntries = z.object({
  sessions: z.array(SessionSummary),
  total: z.number().int(),
  discarded: z.array(DiscardedSession),
});
export type SessionEntries = z.infer<typeof SessionEntries>;
