/** One run as a program sees it: its events as they happen, and its result. */
import type { Container } from '../app/container.ts';
import type { ApprovalDecision } from '../protocol/cells/approval.ts';
import type { Event } from '../protocol/events/event.ts';
import type { Outcome, Usage } from '../protocol/runs/run.ts';
import { findRun, type Session } from '../session/session.ts';
import { sumRunUsage } from '../session/view/runs/sum-usage.ts';
import { AppError } from '../util/app-error.ts';
import { assertKnown, STEER_OPTIONS } from './assert-known.ts';
import type { RunOptions, SteerOptions } from './options.ts';

export interface RunResult {
  runId: string;
  /** `answered`, `stopped` with a reason, or `failed` with a code: a run that fails does not throw. */
  outcome: Outcome;
  /** The answer in Markdown, possibly partial if a limit was reached; null if there is none. */
  answer: string | null;
  /**
   * The answer to a task with a schema, valid against it; else undefined. Integers past 2^53 are objects of `JSON.rawJSON`, which
   * `JSON.stringify` writes with all their digits.
   */
  value: unknown;
  /** What all model calls used. */
  usage: Usage;
  /** Model calls. */
  steps: number;
  /** Wall time, milliseconds. */
  durationMs: number;
}

/**
 * A run. It continues whether or not you iterate. Each `for await` starts at `run-start` and ends at `run-end`; leaving
 * the loop early does not stop the run.
 */
export interface ActbookRun extends AsyncIterable<Event> {
  readonly id: string;
  /** Resolves when the run ends, whatever its outcome. */
  result(): Promise<RunResult>;
  /** Stops the run: the model call, the cell, or whatever it waits for. */
  cancel(): Promise<void>;
  /** Sends the model a message, which it reads at its next step. Throws AppError `conflict` once the run has ended. */
  steer(text: string, options?: SteerOptions): Promise<void>;
}

export interface StartedRun {
  sessionId: string;
  runId: string;
  /** Sequence number of an event before `run-start`. */
  seq: number;
  options: RunOptions;
}

type Question = Extract<Event, { type: 'input-request' | 'approval-request' }>;

const REFUSED: ApprovalDecision = { decision: 'refuse' };

export function createActbookRun({ runtime }: Container, started: StartedRun): ActbookRun {
  const { sessionId, runId, seq, options } = started;
  const cancel = () => runtime.runs.cancel(sessionId, runId);
  const answering = options.onInput || options.onApproval ? answer() : Promise.resolve();
  // `result` reports it; until then it must not be an unhandled rejection.
  answering.catch(() => {});
  cancelOnAbort();

  /** A signal may be that of many runs, and abort when this one has ended and its log is closed. */
  function cancelOnAbort(): void {
    const { signal } = options;
    if (!signal) return;
    const stop = () => void cancel().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    void runtime.runs.wait(runId).then(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  }

  async function* events(): AsyncGenerator<Event> {
    const done = new AbortController();
    try {
      let isOurs = false;
      for await (const batch of runtime.follow(sessionId, seq, done.signal)) {
        for (const event of batch) {
          isOurs ||= event.type === 'run-start' && event.runId === runId;
          if (isOurs) yield event;
          if (event.type === 'run-end' && event.runId === runId) return;
        }
      }
    } finally {
      done.abort();
    }
  }

  async function answer(): Promise<void> {
    const leave = runtime.inputs.addReader(sessionId);
    // An answer that never comes must not delay the end of the run, nor the next question.
    const ended = runtime.runs.wait(runId).then(() => undefined);
    const replies: Promise<void>[] = [];
    try {
      for await (const event of events()) {
        if (event.type !== 'input-request' && event.type !== 'approval-request') continue;
        const reply = replyTo(event, ended);
        replies.push(reply);
        reply.catch(cancel).catch(() => {});
      }
      await Promise.all(replies);
    } catch (error) {
      await cancel();
      throw error;
    } finally {
      leave();
    }
  }

  /** Whoever answers the one kind of question declines the other. */
  async function replyTo(event: Question, ended: Promise<undefined>): Promise<void> {
    if (event.type === 'input-request') {
      const { requestId, prompt, password } = event;
      const answered = options.onInput?.({ requestId, prompt, password });
      const value = (await Promise.race([answered, ended])) ?? null;
      await runtime.inputs.reply(sessionId, requestId, value).catch(ignoreLate);
    } else {
      const { requestId, callId, isEdit, reasons, source } = event;
      const rest = { ...(callId === undefined ? {} : { callId }), ...(isEdit ? { isEdit } : {}) };
      const request = { requestId, reasons, source, ...rest };
      const decided = options.onApproval?.(request);
      const decision = (await Promise.race([decided, ended])) ?? REFUSED;
      await runtime.inputs.decide(sessionId, requestId, decision).catch(ignoreLate);
    }
  }

  return {
    id: runId,
    [Symbol.asyncIterator]: events,
    result: async () => {
      await runtime.runs.wait(runId);
      await answering;
      return toResult(await runtime.sessions.read(sessionId), runId);
    },
    cancel,
    steer: async (text, options) => {
      assertKnown('steer', options, STEER_OPTIONS);
      await runtime.runs.steer(sessionId, runId, { text, ...options });
    },
  };
}

/** The code may have stopped waiting before the answer came. */
function ignoreLate(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}

function toResult(session: Session, runId: string): RunResult {
  const run = findRun(session, runId);
  if (!run?.outcome) throw new AppError('internal', `The log of run ${runId} has no end.`);
  const answer = session.cells.findLast((cell) => cell.runId === runId && cell.role === 'answer');
  return {
    runId,
    outcome: run.outcome,
    answer: answer?.source ?? null,
    value: run.outcome.status === 'answered' ? run.outcome.value : undefined,
    usage: sumRunUsage(run),
    steps: run.steps.length,
    durationMs: (run.endedAt ?? run.startedAt) - run.startedAt,
  };
}
