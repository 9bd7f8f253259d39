/** Tells on the terminal what a run does, event by event. */

import type { Event } from '../../lib/protocol/events/event.ts';
import type { KernelName } from '../../lib/protocol/kernel/kernel-name.ts';
import { describeUsage } from '../../lib/protocol/runs/describe-usage.ts';
import type { Outcome, Usage } from '../../lib/protocol/runs/run.ts';
import { NO_USAGE } from '../../lib/protocol/runs/usage.ts';
import { applyEvent } from '../../lib/session/fold/apply-event.ts';
import { describeNames } from '../../lib/session/kernel-names.ts';
import { createSession, findRun, findStep, type Session } from '../../lib/session/session.ts';
import { describeBudget } from '../../lib/session/view/runs/describe-budget.ts';
import { sumRunUsage } from '../../lib/session/view/runs/sum-usage.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { toHarmless } from './to-harmless.ts';

/** How often a kernel that is being started is reported again, milliseconds. */
const STARTING_MS = 10_000;
/** Code with more than `MAX_LINES` lines is cut to `SHOWN_LINES`, because the notebook has all of them. */
const [SHOWN_LINES, MAX_LINES] = [12, 40];

export interface ReportProgressOptions {
  runId: string;
  /** What the events continue. Default: a session's first. */
  from?: Session | undefined;
  /** Prints every event on stdout, one JSON object a line, instead of words on stderr. */
  json: boolean | undefined;
  /** Called with each event after it was reported. */
  onEvent?: ((event: Event) => void) | undefined;
  /** Called with the end of the run. The run that it returns is reported next. */
  onEnd?: (outcome: Outcome) => Promise<string | null>;
}

/** Resolves once the `run-end` of the last run was reported, or the events have ended. */
export async function reportProgress(
  batches: AsyncIterable<Event[]>,
  { runId: first, from, json, onEvent, onEnd }: ReportProgressOptions,
): Promise<void> {
  const startedAt = Date.now();
  let runId: string | null = first;
  // Long on a machine's first start: the user would think it hangs.
  let waiting: NodeJS.Timeout | undefined;
  const stillStarts = () => tell('still starting the kernel', Date.now() - startedAt);
  const watchStart = (event: Event) => {
    if (event.type === 'kernel-status' || event.type === 'run-end') clearInterval(waiting);
    if (event.type === 'kernel-status' && event.status === 'starting' && !json)
      waiting = setInterval(stillStarts, STARTING_MS).unref();
  };
  // Its id is of no interest here.
  let session = from ?? createSession('');
  for await (const events of batches) {
    for (const event of events) {
      const { names } = session.kernel;
      session = applyEvent(session, event);
      const usage = event.type === 'run-end' ? readUsage(session, event.runId) : NO_USAGE;
      if (json) process.stdout.write(`${toJson(event, usage)}\n`);
      else describe(event, { startedAt, names, usage, isByModel: isReviewByModel(session, event) });
      watchStart(event);
      onEvent?.(event);
      if (event.type === 'run-end' && event.runId === runId) {
        runId = (await onEnd?.(event.outcome)) ?? null;
        if (runId === null) return;
      }
    }
  }
}

/** What the run used stands in its end, for whoever reads nothing else. */
function toJson(event: Event, usage: Usage): string {
  return JSON.stringify(event.type === 'run-end' ? { ...event, usage } : event);
}

function readUsage(session: Session, runId: string): Usage {
  const run = findRun(session, runId);
  return run ? sumRunUsage(run) : NO_USAGE;
}

interface ProgressSoFar {
  startedAt: number;
  /** What the kernel held before the event. */
  names: readonly KernelName[];
  /** What the run that ends with the event has used. */
  usage: Usage;
  /** Whether it is about a review by a model, not by Actbook itself. */
  isByModel: boolean;
}

function isReviewByModel(session: Session, event: Event): boolean {
  if (event.type !== 'review-end') return false;
  return findStep(session, event.runId, event.step)?.review?.model != null;
}

function describe(event: Event, { startedAt, ...known }: ProgressSoFar): void {
  const line = toLine(event, known);
  if (line === null) return;
  tell(line, event.at - startedAt);
}

function tell(line: string, afterMs: number): void {
  const seconds = (Math.max(0, afterMs) / 1000).toFixed(1).padStart(6);
  process.stderr.write(`${seconds} s  ${toHarmless(line)}\n`);
}

function toLine(event: Event, { names, usage, isByModel }: Omit<ProgressSoFar, 'startedAt'>): string | null {
  switch (event.type) {
    case 'file-add':
      return `added ${event.name} (${pluralize(event.bytes, 'byte')})`;
    case 'kernel-status':
      return toKernelLine(event, names);
    case 'cell-limit':
      return `the cell will be stopped in ${Math.max(0, Math.round((event.stopsAt - event.at) / 1000))} s`;
    case 'run-start':
      return `model: ${event.model.label}`;
    case 'tool-define':
      return toProblems(event);
    case 'step-start':
      return `step ${event.step}`;
    case 'model-wait':
      return `waiting for the model, ${Math.ceil(Math.max(0, event.until - event.at) / 1000)} s. ${event.reason}`;
    case 'budget-warning':
      return `${describeBudget(event)} are used`;
    case 'cell-insert':
      return toCellLine(event);
    case 'cell-end':
      return event.status === 'ok'
        ? null
        : `cell ended: ${event.status}${event.reason ? `. ${event.reason}` : ''}`;
    case 'output-append':
      return event.output.output_type === 'error' ? lastLine(event.output) : null;
    case 'skill-read':
      return `read the skill “${event.path}”`;
    case 'agent-start':
      return indent(`agent ${event.index + 1} begins: ${event.task}`);
    case 'agent-end':
      return [
        'an agent ended',
        toEndWords(event.outcome),
        pluralize(event.steps, 'step'),
        describeUsage(event.usage),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'action-error':
      return event.message;
    case 'review-start':
      return event.model ? `${event.model.label} reviews the answer` : null;
    case 'review-end':
      // Nothing was found by Actbook itself, which always looks.
      if (!isByModel && event.verdict === 'approved') return null;
      return indent(`review: ${event.verdict}${event.text === '' ? '' : `. ${event.text}`}`);
    case 'answer-check':
      return event.verdict === 'differs'
        ? `check: ${event.text || 'differs'}`
        : indent(`check: ${event.text || event.verdict}`);
    case 'run-end':
      return toEndLine(event, usage);
    default:
      return null;
  }
}

/** The answer itself is printed at the end. */
function toCellLine(event: Extract<Event, { type: 'cell-insert' }>): string | null {
  const { role, cellType, source, isPartial } = event;
  if (role === 'answer') return isPartial ? 'partial answer' : null;
  return indent(cellType === 'code' ? shorten(source) : `# ${source}`);
}

function toProblems({ problems }: Extract<Event, { type: 'tool-define' }>): string | null {
  return problems ? indent(problems.join('\n')) : null;
}

function toEndLine({ outcome }: Extract<Event, { type: 'run-end' }>, usage: Usage): string {
  return [toEndWords(outcome), describeUsage(usage)].filter(Boolean).join(' · ');
}

function toEndWords(outcome: Outcome): string {
  if (outcome.status === 'answered') return 'answered';
  if (outcome.status === 'asked')
    return ['asked back', outcome.choices.join(' / ')].filter(Boolean).join(': ');
  // What the model said of it is printed as the answer.
  if (outcome.status === 'stopped' && outcome.reason === 'no-answer') return 'not answered';
  return `${outcome.status}: ${outcome.message}`;
}

function toKernelLine(
  { status, info, reason, stateLost }: Extract<Event, { type: 'kernel-status' }>,
  names: readonly KernelName[],
): string | null {
  if (status === 'starting') return 'starting a kernel';
  // A restart gives its reason twice: when it begins, and when the variables were lost.
  if (!reason || !stateLost) return status === 'idle' && info ? 'the kernel is ready' : null;
  return names.length > 0 ? `kernel: ${reason} Lost: ${describeNames(names)}.` : `kernel: ${reason}`;
}

function indent(text: string): string {
  return text.trim().split('\n').join('\n          ');
}

function shorten(code: string): string {
  const lines = code.trim().split('\n');
  if (lines.length <= MAX_LINES) return code;
  return [...lines.slice(0, SHOWN_LINES), `… ${lines.length - SHOWN_LINES} more lines`].join('\n');
}

function lastLine({ ename, evalue }: { ename: string; evalue: string }): string {
  return `${ename}: ${evalue}`.slice(0, 300);
}
