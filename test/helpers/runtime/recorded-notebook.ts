/** Notebooks that are in an app's store at once, as if their runs had ended: no model and no kernel takes part. */
import { join } from 'node:path';
import type { Output } from '../../../lib/notebook/output.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createId } from '../../../lib/protocol/id.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { toTitle } from '../../../lib/runtime/sessions/start-session.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';

interface Home {
  /** `ACTBOOK_HOME` of the app. */
  home: string;
}

/** Resolves to the session's id. Its log is these events, after the first one. */
export async function recordEvents(
  { home }: Home,
  bodies: readonly EventBody[],
  title = 'Recorded',
): Promise<string> {
  const store = await createSqliteStore(join(home, 'actbook.db'));
  const sessionId = createId('s');
  await store.createSession(sessionId, [{ type: 'session-start', title, kernelName: 'python3' }, ...bodies]);
  await store.dispose();
  return sessionId;
}

export interface RecordedCell {
  source: string;
  /** None: it has not run, where it is the user's. */
  outputs?: readonly Output[];
}

export const printed = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text });

export const raised = (ename: string, evalue: string): Output => ({
  output_type: 'error',
  ename,
  evalue,
  traceback: [`${ename}: ${evalue}`],
});

/** Events of the user's cells, and the ids of these. */
export function toCellEvents(cells: readonly RecordedCell[]): { events: EventBody[]; cellIds: string[] } {
  const cellIds = cells.map(() => createId('cell'));
  const events = cells.flatMap((cell, index): EventBody[] => {
    const cellId = cellIds[index] ?? '';
    const insert = { ...insertOf(cellId, cell), author: 'human', runId: null, step: null } as const;
    return [insert, ...(cell.outputs ? runOf(cellId, cell.outputs, index + 1) : [])];
  });
  return { events, cellIds };
}

/** A notebook of the user's cells. */
export async function recordCells(
  app: Home,
  cells: readonly RecordedCell[],
): Promise<{ id: string; cellIds: string[] }> {
  const { events, cellIds } = toCellEvents(cells);
  return { id: await recordEvents(app, events), cellIds };
}

export interface RecordedRun {
  task: string;
  /** One a step. */
  cells?: readonly RecordedCell[];
  answer: string;
}

/** Events of a run that ended with an answer. Its cells are numbered from 1. */
export function toRunEvents({ task, cells = [], answer }: RecordedRun): EventBody[] {
  const runId = createId('run');
  const model = { id: 'recorded', label: 'Recorded', kind: 'openai' } as const;
  const steps = cells.flatMap((cell, index): EventBody[] => {
    const cellId = createId('cell');
    const insert = insertOf(cellId, cell);
    return [
      ...stepOf(runId, index + 1, 'code'),
      { ...insert, author: 'agent', runId, step: index + 1 },
      ...runOf(cellId, cell.outputs ?? [], index + 1),
    ];
  });
  const last = cells.length + 1;
  return [
    { type: 'run-start', runId, task: { text: task, files: [] }, model, limits: DEFAULT_LIMITS },
    { type: 'session-rename', title: toTitle(task), from: 'question' },
    ...steps,
    ...stepOf(runId, last, 'answer'),
    {
      type: 'cell-insert',
      cellId: createId('cell'),
      cellType: 'markdown',
      source: answer,
      author: 'agent',
      role: 'answer',
      runId,
      step: last,
    },
    { type: 'run-end', runId, outcome: { status: 'answered' } },
  ];
}

/** A notebook of one run. */
export const recordRun = (app: Home, run: RecordedRun): Promise<string> =>
  recordEvents(app, toRunEvents(run));

function stepOf(runId: string, step: number, action: 'code' | 'answer'): EventBody[] {
  const usage = { promptTokens: 1_000, completionTokens: 100, estimated: true };
  return [
    { type: 'step-start', runId, step },
    { type: 'step-end', runId, step, action, finishReason: 'stop', toolCalls: [], usage },
  ];
}

const insertOf = (cellId: string, { source }: RecordedCell) =>
  ({ type: 'cell-insert', cellId, cellType: 'code', source, role: 'code' }) as const;

function runOf(cellId: string, outputs: readonly Output[], executionCount: number): EventBody[] {
  const status = outputs.some(({ output_type }) => output_type === 'error') ? 'error' : 'ok';
  return [
    { type: 'cell-start', cellId },
    ...outputs.map((output): EventBody => ({ type: 'output-append', cellId, output })),
    { type: 'cell-end', cellId, status, executionCount },
  ];
}
