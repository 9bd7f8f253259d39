/**
 * One run of a schedule: a notebook of its own that begins as the other one is now, without outputs. Its cells run in a new kernel,
 * and the question is asked after them. The other notebook does not change.
 */
import { injectParameters } from '../notebook/inject-parameters.ts';
import { type FileCell, isRecord, type NotebookFile } from '../notebook/notebook-file.ts';
import { readTags } from '../notebook/read-tags.ts';
import type { Event } from '../protocol/events/event.ts';
import type { ApprovalMode } from '../protocol/runs/run.ts';
import type { ScheduleRun } from '../protocol/schedules/schedule.ts';
import type { VerificationOutcome } from '../protocol/verification/verification.ts';
import { createSourceCache } from '../quantities/source-cache.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { applyEvents } from '../session/fold/apply-event.ts';
import { type Cell, createSession, indexCells, type Session } from '../session/session.ts';
import { endedWell, isKnownError, listBatchCells } from '../session/stale/list-batch-cells.ts';
import { describeNumbers, lookUpAnswer } from '../session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../session/view/answers/list-answer-sources.ts';
import { findUnapproved } from '../session/view/cells/find-unapproved.ts';
import { findApproval } from '../session/view/runs/find-approval.ts';
import { AppError } from '../util/app-error.ts';
import { formatMinute } from '../util/format-minute.ts';
import { pluralize } from '../util/pluralize.ts';
import { compareResults, findAnswer } from './compare-results.ts';
import type { KeptSchedule, ScheduleQueue } from './schedule-queue.ts';
import type { RunEnd } from './scheduler.ts';

export interface RunScheduledDeps {
  runtime: Runtime;
  queue: Pick<ScheduleQueue, 'listRuns'>;
  readEvents(sessionId: string): Promise<Event[]>;
  /** The least approval of code that a program writes for the user. */
  programApproval: ApprovalMode;
  /** The notebook as a file that runs from top to bottom. */
  readNotebook(session: Session): Promise<NotebookFile>;
  /** How long the cells may take, milliseconds. */
  limitMs: number;
  /** Whether a clean run of the result gives the same; null where that cannot be looked at without asking. */
  verify(session: Session, signal: AbortSignal): Promise<VerificationOutcome | null>;
}

/** Code that waits for approval, and input, is waited for no longer, milliseconds. */
const WAIT_MS = 24 * 60 * 60_000;
const MAX_ANSWER_LENGTH = 4_000;
/** Runs among which the last result is looked for. */
const LOOKED_AT = 50;

/** Why the kernel of a result is gone. */
export const HAS_ENDED = 'The scheduled run had ended, so its kernel was closed.';

/** Throws AppError where the notebook cannot be made or run. */
export async function runScheduled(
  deps: RunScheduledDeps,
  schedule: KeptSchedule,
  run: ScheduleRun,
  { signal, onResult }: { signal: AbortSignal; onResult: (resultId: string) => Promise<void> },
): Promise<RunEnd> {
  const { runtime } = deps;
  const from = await runtime.sessions.read(schedule.sessionId);
  const unapproved = findUnapproved(from, deps.programApproval);
  if (unapproved) throw new AppError('conflict', sayUnapproved(unapproved));
  const { runId: since, session: last } = await findBefore(deps, schedule, run, from);
  // Now, as the notebook may change during the run.
  const before = { session: last, notebook: await deps.readNotebook(last) };
  const { id, note } = await makeResult(deps, schedule, run, from);
  await onResult(id);
  const stop = () => void runtime.kernels.endWork(id).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    const failure = (await runCells(deps, id, signal)) ?? (await ask(deps, schedule, from, id, signal));
    const session = await runtime.sessions.read(id);
    const answer = findAnswer(session);
    const isWhole = failure === null && !signal.aborted;
    return {
      status: isWhole ? 'done' : 'failed',
      message: joinSentences(signal.aborted ? CLOSED : (failure ?? describeEnd(session)), note),
      verification: isWhole ? await deps.verify(session, signal) : null,
      answer: answer?.slice(0, MAX_ANSWER_LENGTH) ?? null,
      numbers: describeAnswer(session),
      changes: compareResults(before, { session, notebook: await deps.readNotebook(session) }, since),
    };
  } finally {
    signal.removeEventListener('abort', stop);
    await runtime.kernels.close(id, HAS_ENDED);
  }
}

/** Messages of errors end as their authors like. */
function joinSentences(first: string, second: string): string {
  const end = second === '' || /[.!?…]$/.test(first) ? '' : '.';
  return `${first}${end} ${second}`.trim();
}

function sayUnapproved({ written }: Cell): string {
  return `Nothing was run: a cell by ${written.by.via} has not run as it is, and may need your approval. Run it in the notebook first.`;
}

const CLOSED = 'Actbook was closed during this run.';

/** The last result whose cells all ran, or the notebook itself. */
async function findBefore(
  { queue, readEvents }: RunScheduledDeps,
  { id }: KeptSchedule,
  run: ScheduleRun,
  from: Session,
): Promise<{ session: Session; runId: string | null }> {
  const runs = await queue.listRuns(id, LOOKED_AT);
  for (const { id: runId, status, resultId } of runs) {
    if (runId === run.id || status !== 'done' || resultId === null) continue;
    const events = await readEvents(resultId).catch(() => []);
    // What was done in the result later is not what the run gave.
    const end = events.findIndex((event) => event.type === 'kernel-status' && event.reason === HAS_ENDED);
    const own = end < 0 ? events : events.slice(0, end + 1);
    if (own.length > 0) return { session: applyEvents(createSession(resultId), own), runId };
  }
  return { session: from, runId: null };
}

async function makeResult(
  { runtime, readNotebook }: RunScheduledDeps,
  { id: scheduleId, sessionId, settings }: KeptSchedule,
  run: ScheduleRun,
  from: Session,
): Promise<{ id: string; note: string }> {
  const { notebook, hasDefaults } = injectParameters(
    withoutRuns(await readNotebook(from), from),
    settings.parameters,
  );
  const id = await runtime.sessions.import({
    name: `${settings.name}, ${formatMinute(run.dueAt, settings.timeZone)}`,
    notebook,
    scheduleOf: { sessionId, title: from.title, scheduleId, runId: run.id },
  });
  await runtime.sessions.chooseApproval(id, findApproval(from));
  await runtime.sessions.copyAddedFiles(sessionId, id);
  if (from.packages && from.packages.wanted.length > 0) {
    const { packages, keepsBase = false } = from.packages;
    const add = packages.map(({ name, version }) => `${name}==${version}`);
    await runtime.kernels.changePackages(id, { add, keepsBase });
  }
  if (from.isNetworkAllowed) await runtime.kernels.allowNetwork(id, true);
  const isUnused = Object.keys(settings.parameters).length > 0 && !hasDefaults;
  return { id, note: isUnused ? NO_DEFAULTS : '' };
}

const NO_DEFAULTS =
  'No cell is tagged “parameters”, so the values were set before all cells, which may set others.';

const OF_RUNS: readonly Cell['role'][] = ['task', 'thought', 'answer', 'steer', 'review'];

/** Code and your own texts: what earlier questions and answers say is about outputs that will be others. */
function withoutRuns(notebook: NotebookFile, from: Session): NotebookFile {
  const cells = indexCells(from);
  const running = new Set(listBatchCells(from, 'all'));
  const { actbook: _, widgets: __, ...metadata } = notebook.metadata;
  const kept = notebook.cells.flatMap((each) => {
    const cell = cells.get(each.id ?? '');
    return cell && !OF_RUNS.includes(cell.role) ? [clear(each, listTags(cell, running))] : [];
  });
  return { ...notebook, metadata, cells: kept };
}

/** What the file brought; and as “Run all” would, it runs also what never ran, and continues after an error that a run recovered from. */
function listTags(cell: Cell, running: ReadonlySet<string>): unknown[] {
  const brought = readTags(cell.imported?.metadata ?? {});
  const runs = cell.type !== 'code' || cell.role === 'tools' || running.has(cell.id);
  return [
    ...brought,
    ...(cell.type === 'code' && isKnownError(cell) ? ['raises-exception'] : []),
    ...(runs ? [] : ['skip-execution']),
  ];
}

/** SQL stays SQL by what the file says of it. */
function clear(cell: FileCell, tags: readonly unknown[]): FileCell {
  const { actbook, execution: _, tags: __, ...metadata } = cell.metadata;
  const sql = isRecord(actbook) && 'sql' in actbook ? { actbook: { sql: actbook.sql } } : {};
  const bare = { ...cell, metadata: { ...metadata, ...sql, ...(tags.length > 0 ? { tags } : {}) } };
  return cell.cell_type === 'code' ? { ...bare, execution_count: null, outputs: [] } : bare;
}

/** Null when all have run, or a sentence. */
async function runCells(
  { runtime, limitMs }: Pick<RunScheduledDeps, 'runtime' | 'limitMs'>,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (signal.aborted || listBatchCells(await runtime.sessions.read(id), 'all').length === 0) return null;
  const limit = AbortSignal.timeout(limitMs);
  const stop = () => void runtime.kernels.endWork(id).catch(() => {});
  limit.addEventListener('abort', stop, { once: true });
  await runtime.cells.executeBatch(id, { scope: 'all' });
  await runtime.cells.wait(id);
  limit.removeEventListener('abort', stop);
  if (limit.aborted)
    return `The cells were stopped: in a scheduled run, they may take ${nameHours(limitMs)}.`;
  const { cells, batch } = await runtime.sessions.read(id);
  const ran = cells.filter((cell) => batch?.cellIds.includes(cell.id));
  const failed = ran.find((cell) => !endedWell(cell));
  if (!failed) return null;
  const error = failed.outputs.findLast((output) => output.output_type === 'error');
  const why = error
    ? `${error.ename}: ${error.evalue}`.slice(0, 300)
    : (failed.reason ?? 'It did not end well.');
  return `Cell ${cells.indexOf(failed) + 1} failed. ${why}`;
}

function nameHours(ms: number): string {
  const hours = (ms / 3_600_000).toLocaleString('en-US', { maximumSignificantDigits: 3 });
  return `${hours} ${hours === '1' ? 'hour' : 'hours'}`;
}

/** Null once it is answered, or where nothing is asked, or a sentence. */
async function ask(
  { runtime, readEvents }: RunScheduledDeps,
  { settings: { question, model, approval } }: KeptSchedule,
  from: Session,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (question === null || signal.aborted) return null;
  const chosen = model ?? from.model?.id;
  const runId = await runtime.runs.start(id, {
    task: question,
    ...(chosen === undefined ? {} : { model: chosen }),
    limits: { inputWaitMs: approval === 'wait' ? WAIT_MS : 0 },
  });
  await runtime.runs.wait(runId);
  const session = await runtime.sessions.read(id);
  const outcome = session.runs.findLast((each) => each.id === runId)?.outcome;
  // Code, or a call in it, was refused.
  const events = await readEvents(id);
  if (events.some((event) => event.type === 'approval-reply' && event.from === 'nobody')) return NOBODY;
  if (outcome?.status === 'answered') return null;
  if (outcome?.status === 'asked')
    return `The question was not answered. It was asked back: ${outcome.question}`;
  return outcome ? `The question was not answered. ${outcome.message}` : 'The question was not answered.';
}

const NOBODY =
  'Code needed approval, and nobody was there to give it. Have the schedule wait for approval, or ask in the notebook.';

function describeEnd({ cells, runs }: Session): string {
  const count = cells.filter(
    ({ type, startedAt, runId }) => type === 'code' && startedAt !== null && runId === null,
  );
  const ran = count.length > 0 ? `${pluralize(count.length, 'cell')} ran` : '';
  const answered = runs.length > 0 ? 'the question was answered' : '';
  const sentence = [ran, answered].filter(Boolean).join(', and ') || 'There was nothing to run';
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** What is to be said of the numbers of the last answer; null where nothing is. */
function describeAnswer(session: Session): string | null {
  const sources = listAnswerSources(session).at(-1);
  if (!sources) return null;
  const quantities = lookUpAnswer(sources.answer.source, sources, createSourceCache());
  return describeNumbers(quantities, sources.isWithoutCode);
}
