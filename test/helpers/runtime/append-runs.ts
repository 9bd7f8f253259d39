/** A recorded notebook of many runs: the cells of a made notebook as an agent's. */
import type { MadeCell, MadeNotebook } from '../../../bench/notebook/make-notebook.ts';
import { fromNbformatOutput } from '../../../lib/notebook/from-nbformat-output.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { endRun, insertOfRun, startRun } from '../session-events.ts';
import { recordEvents } from './recorded-notebook.ts';

const CELLS_A_STEP = 2;
const STEPS_A_RUN = 20;

/** `home`: `ACTBOOK_HOME` of the app. Resolves to the session's id. */
export function appendRuns(home: string, { cells }: MadeNotebook): Promise<string> {
  const size = CELLS_A_STEP * STEPS_A_RUN;
  const starts = Array.from({ length: Math.ceil(cells.length / size) }, (_, index) => index * size);
  const runs = starts.flatMap((at) => toRun(`run-${at / size + 1}`, cells.slice(at, at + size)));
  return recordEvents({ home }, runs, 'Many runs');
}

function toRun(runId: string, cells: readonly MadeCell[]): EventBody[] {
  const model = { id: 'made', label: 'Made', kind: 'openai' } as const;
  const steps = Array.from({ length: Math.ceil(cells.length / CELLS_A_STEP) }, (_, index) =>
    toStep(runId, index + 1, cells.slice(index * CELLS_A_STEP, (index + 1) * CELLS_A_STEP)),
  );
  return [
    startRun(runId, `Look at the groups once more (${runId}).`, { model }),
    ...steps.flat(),
    // Without an answer the work stays unfolded.
    endRun(runId, { status: 'stopped', reason: 'cancelled', message: 'Stopped.' }),
  ];
}

function toStep(runId: string, step: number, cells: readonly MadeCell[]): EventBody[] {
  const usage = { promptTokens: 1_000, completionTokens: 100, estimated: true };
  return [
    { type: 'step-start', runId, step },
    { type: 'step-end', runId, step, action: 'code', finishReason: 'stop', toolCalls: [], usage },
    ...cells.flatMap((cell) => toCell(runId, step, cell)),
  ];
}

function toCell(runId: string, step: number, cell: MadeCell): EventBody[] {
  const { id: cellId, cell_type: cellType, source, outputs = [] } = cell;
  const insert = insertOfRun({ runId, step }, cellId, source, cellType === 'code' ? 'code' : 'thought');
  if (cellType === 'markdown') return [insert];
  const status = outputs.some(({ output_type }) => output_type === 'error') ? 'error' : 'ok';
  return [
    insert,
    { type: 'cell-start', cellId },
    ...outputs.map(
      (output): EventBody => ({ type: 'output-append', cellId, output: fromNbformatOutput(output) }),
    ),
    { type: 'cell-end', cellId, status, executionCount: cell.execution_count ?? null },
  ];
}
