/**
 * One run of a schedule: a notebook of its own that begins as the other one is now, without outputs. Its cells run in a new kernel,
 * and the question is asked after them. The other notebook does not change.
 */
import { injectParameters } from '../notebook/inject-parameters.ts';
import { type FileCell, isRecord, type NotebookFile } from '../notebook/notebook-file.ts';
import { readTags } from '../notebook/read-tags.ts';
import type { ScheduleRun } from '../protocol/schedules/schedule.ts';
import type { VerificationOutcome } from '../protocol/verification/verification.ts';
import { createSourceCache } from '../quantities/source-cache.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Cell, indexCells, type Session } from '../session/session.ts';
import { endedWell, isKnownError, listBatchCells } from '../session/stale/list-batch-cells.ts';
import { describeNumbers, lookUpAnswer } from '../session/view/answers/answer-numbers.ts';
import { listAnswerSources } from '../session/view/answers/list-answer-sources.ts';
import { findApproval } from '../session/view/runs/find-approval.ts';
import type { EventLog } from '../store/store.ts';
import { pluralize } from '../util/pluralize.ts';
import { compareResults, findAnswer } from './compare-results.ts';
import type { KeptSchedule, ScheduleQueue } from './schedule-queue.ts';
import type { RunEnd } from './scheduler.ts';

export interface RunScheduledDeps {
  runtime: Runtime;
  queue: Pick<ScheduleQueue, 'listRuns'>;
  readEvents: EventLog['read'];
  /** The notebook as a file that runs from top to bottom. */
  readNotebook(session: Session): Promise<NotebookFile>;
  /** Whether a clean run of the result gives the same; null where that cannot be looked at without asking. */
  verify(session: Session, signal: AbortSignal): Promise<VerificationOutcome | null>;
}

/** Code that waits for approval, and input, is waited for no longer, milliseconds. */
const WAIT_MS = 24 * 60 * 60_000;
const MAX_ANSWER_LENGTH = 4_000;
/** Runs among which the last result is looked for. */
const LOOKED_AT = 20;

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
  const { runId: since, session: last } = await findBefore(deps, schedule, run, from);
  // Now, as the notebook may change during the run.
  const before = { session: last, notebook: await deps.readNotebook(last) };
  const { id, note } = await makeResult(deps, schedule, run, from);
  await onResult(id);
  const stop = () => void runtime.kernels.endWork(id);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const failure = (await runCells(runtime, id, signal)) ?? (await ask(deps, schedule, from, id, signal));
    const session = await runtime.sessions.read(id);
    const answer = findAnswer(session);
    const isWhole = failure === null && !signal.aborted;
    return {
      status: isWhole ? 'done' : 'failed',
      message: [signal.aborted ? CLOSED : (failure ?? describeEnd(session)), note].filter(Boolean).join(' '),
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

const CLOSED = 'Actbook was closed during this run.';

/** The last result whose cells all ran, or the notebook itself. */
async function findBefore(
  { runtime, queue }: RunScheduledDeps,
  { id }: KeptSchedule,
  run: ScheduleRun,
  from: Session,
): Promise<{ session: Session; runId: string | null }> {
  const runs = await queue.listRuns(id, LOOKED_AT);
  for (const { id: runId, status, resultId } of runs) {
    if (runId === run.id || status !== 'done' || resultId === null) continue;
    const session = await runtime.sessions.read(resultId).catch(() => null);
    if (session) return { session, runId };
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
    name: `${settings.name}, ${nameMinute(run.dueAt, settings.timeZone)}`,
    notebook,
    scheduleOf: { sessionId, title: from.title, scheduleId, runId: run.id },
  });
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

/** `2026-11-30 09:00`, as the clock of the zone shows it. */
function nameMinute(at: number, timeZone: string): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
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
async function runCells(runtime: Runtime, id: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted || listBatchCells(await runtime.sessions.read(id), 'all').length === 0) return null;
  await runtime.cells.executeBatch(id, { scope: 'all' });
  await runtime.cells.wait(id);
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
    approval: findApproval(from),
    limits: { inputWaitMs: approval === 'wait' ? WAIT_MS : 0 },
  });
  await runtime.runs.wait(runId);
  const session = await runtime.sessions.read(id);
  const outcome = session.runs.findLast((each) => each.id === runId)?.outcome;
  if (await lackedApproval(readEvents, id)) return NOBODY;
  if (outcome?.status === 'answered') return null;
  if (outcome?.status === 'asked')
    return `The question was not answered. It was asked back: ${outcome.question}`;
  return outcome ? `The question was not answered. ${outcome.message}` : 'The question was not answered.';
}

/** Whether code, or a call in it, was refused because nobody was there. */
async function lackedApproval(readEvents: EventLog['read'], id: string): Promise<boolean> {
  for (let after = 0; ; ) {
    const events = await readEvents(id, after);
    if (events.some((event) => event.type === 'approval-reply' && event.from === 'nobody')) return true;
    const last = events.at(-1);
    if (!last) return false;
    after = last.seq;
  }
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
