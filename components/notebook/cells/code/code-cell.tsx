'use client';

import { memo, useEffect, useMemo, useReducer, useRef } from 'react';
import type { Output } from '../../../../lib/notebook/output.ts';
import type { ObservationOptions } from '../../../../lib/observation/observation-options.ts';
import { nameUser } from '../../../../lib/protocol/events/principal.ts';
import type { PicturePair } from '../../../../lib/protocol/verification/verification.ts';
import { findStandingRun } from '../../../../lib/session/back-point.ts';
import { readCode } from '../../../../lib/session/cell-code.ts';
import { findLeft } from '../../../../lib/session/cell-versions.ts';
import { toUserWords } from '../../../../lib/session/said.ts';
import { type Cell, isAlive } from '../../../../lib/session/session.ts';
import {
  describeEnding,
  describeOutput,
  isOfEarlierKernel,
} from '../../../../lib/session/view/cells/describe-output.ts';
import { OutputBoundary } from '../../../render/output/parts/output-boundary.tsx';
import type { OutputCell } from '../../../render/output/parts/output-cell-context.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { SparkIcon } from '../../../ui/icons.tsx';
import { createLate } from '../../../ui/layers/create-late.tsx';
import { PartBoundary } from '../../../ui/notices/part-boundary.tsx';
import { formatDuration, formatElapsed } from '../../../ui/text/format.ts';
import { useCommands } from '../../commands/commands-context.ts';
import { CellFrame } from '../cell-frame.tsx';
import { CELL_TEXTS } from '../cell-texts.ts';
import { toPrompt } from '../name-cell.ts';
import { CellCode } from './cell-code.tsx';
import styles from './code-cell.module.css';
import { FullOutputLink } from './full-output-link.tsx';

// What few cells have.
const CellOutputs = createLate(async () => (await import('./cell-outputs.tsx')).CellOutputs);
const CellApprovals = createLate(async () => (await import('./cell-approvals.tsx')).CellApprovals);
const CellCalls = createLate(async () => (await import('./cell-calls.tsx')).CellCalls);
const CellQueue = createLate(async () => (await import('./cell-queue.tsx')).CellQueue);
const CellEdit = createLate(async () => (await import('./cell-edit.tsx')).CellEdit);
const SqlHead = createLate(async () => (await import('./sql-head.tsx')).SqlHead);
const CellPictures = createLate(async () => (await import('./cell-pictures.tsx')).CellPictures);
const CellInputs = createLate(async () => (await import('./cell-inputs.tsx')).CellInputs);
// Loaded with the digest code, which a notebook without a language model never needs.
const ModelView = createLate(
  async () => (await import('./model-view.tsx')).ModelView,
  () => <div className={styles.sight} />,
);

/** Most code that clears its output writes new output at once. */
const HOLD_MS = 200;

interface CodeCellProps {
  cell: Cell;
  /** The kernel that the notebook has now. */
  kernelId: string;
  /** Names the cell reads that have changed since it ran, as a list to show; empty when none have. */
  changedNames: string;
  /** Whether its outputs come from a notebook file, and a cell above has run with other code since. */
  isFileOutput: boolean;
  /** Whether something is running in the session. */
  isBusy: boolean;
  /** Whether it cannot be changed: it is running, or a run or a rebuild is in progress. */
  isLocked: boolean;
  /** Whether it is shown to be looked at, maybe beside others that have its number. */
  isReadOnly: boolean;
  /** Its turn to run; null when it does not wait. */
  waiting: { readonly place: number; readonly source: string } | null;
  /** Whether the last run of the notebook changed its code. */
  isEditNew: boolean;
  /** With which limits a model was shown the cell; null when none was. */
  sight: ObservationOptions | null;
  /** Its place in the notebook, from 1, when another cell has the same number; else null. */
  place: number | null;
  /** Whether it checks an answer: its output is read, its code hardly. */
  isCheck: boolean;
  /** What a clean run drew differently; null where nothing is known of it. */
  pictures: readonly PicturePair[] | null;
}

/** A code cell with its outputs, as a notebook shows it. */
export const CodeCell = memo(function CodeCell(props: CodeCellProps) {
  const { cell, kernelId, changedNames, isFileOutput, isBusy, isLocked, waiting, isEditNew, sight } = props;
  const ended = describeEnding(cell);
  const ending = toUserWords(ended) ?? ended;
  const state = describeState(props);
  const outputs = useSteadyOutputs(cell);
  const outputCell = useOutputCellOf(props);
  const person = namePerson(cell);
  return (
    <section aria-label={nameCell(props)}>
      <CellFrame
        status={cell.status}
        prompt={toPrompt(cell)}
        facts={
          <>
            {isOfEarlierKernel(cell, kernelId) && <KernelMark cell={cell} kernelId={kernelId} />}
            {person !== null && <span className={styles.by}>{person}</span>}
            <CellTime cell={cell} />
          </>
        }
      >
        {cell.language && (
          <SqlHead cell={cell} language={cell.language} isLocked={isLocked || props.isReadOnly} />
        )}
        <CellCode cell={cell} isLocked={isLocked} isReadOnly={props.isReadOnly} isLow={props.isCheck} />
        {(waiting || cell.leftQueue) && (
          <CellQueue
            cell={cell}
            place={waiting?.place ?? null}
            isOther={waiting !== null && waiting.source !== readCode(cell)}
          />
        )}
        {state && (
          <p className={styles.state} data-stale={changedNames !== '' || isFileOutput}>
            {state}
          </p>
        )}
        {cell.edit && <CellEdit cell={cell} isNew={isEditNew} />}
        {cell.pendingApprovals.length > 0 && (
          <CellApprovals requests={cell.pendingApprovals} source={cell.source} />
        )}
        {outputs.length > 0 && (
          <OutputBoundary>
            <CellOutputs cellId={cell.id} cell={outputCell} outputs={outputs} />
          </OutputBoundary>
        )}
        {cell.notes?.map((note) => (
          <p key={note} className={styles.ending} role="note">
            {note}.
          </p>
        ))}
        <FullOutputLink cellId={cell.id} outputs={outputs} />
        {props.pictures && <CellPictures pictures={props.pictures} />}
        {(cell.hasAsked || cell.pendingInputs.length > 0) && (
          <CellInputs requests={cell.pendingInputs} isAgain={cell.status !== 'running'} />
        )}
        {cell.calls.length > 0 && <CellCalls calls={cell.calls} approvals={cell.pendingApprovals} />}
        {cell.status === 'error' && !isBusy && <CellFix cellId={cell.id} />}
        {ending && (
          <p className={styles.ending} data-status={cell.status}>
            {ending}
          </p>
        )}
        {sight && (
          <PartBoundary message={CELL_TEXTS.modelViewFailed}>
            <ModelView cell={cell} sight={sight} />
          </PartBoundary>
        )}
      </CellFrame>
    </section>
  );
});

/** How what the cell shows differs from what the kernel holds. */
function KernelMark({ cell, kernelId }: Pick<CodeCellProps, 'cell' | 'kernelId'>) {
  const { earlierKernel, earlierOutput, lost, rebuilt } = CELL_TEXTS;
  const { takenBack, undone, lastTakenBack, lastUndone } = CELL_TEXTS;
  if (isAlive(cell, kernelId)) return <span title={rebuilt}>{earlierOutput}</span>;
  const kept = findStandingRun(cell);
  if (kept.isTakenBack) return <span title={undone}>{takenBack}</span>;
  if (isAlive(kept, kernelId)) return <span title={lastUndone}>{lastTakenBack}</span>;
  return <span title={lost}>{earlierKernel}</span>;
}

function useOutputCellOf({ cell, kernelId, isBusy }: CodeCellProps): OutputCell {
  const { selection, runCommand } = useCommands();
  const { id } = cell;
  const isKernelGone = !isAlive(cell, kernelId);
  return useMemo(() => {
    const ask = (quote: string) => {
      selection.select(id);
      selection.quote(quote);
      runCommand('cell-ask');
    };
    return { isKernelGone, ask: isBusy ? null : ask };
  }, [selection, runCommand, id, isKernelGone, isBusy]);
}

/** Who wrote the cell here, where that is a person. */
function namePerson(cell: Cell): string | null {
  if (cell.author !== 'human' || cell.imported || isOfAgent(cell)) return null;
  return nameUser(cell.written.by, 'You');
}

/** Whether the agent replaced the code, and the user has not changed it since. */
function isOfAgent(cell: Cell): boolean {
  return cell.edit !== undefined && findLeft(cell).source === cell.source;
}

/** Whether the output comes from the code shown, and what the user changed or approved. */
function describeState({ cell, changedNames, isFileOutput }: CodeCellProps): string {
  const { source, verdict } = cell;
  const state = describeOutput(cell, changedNames, isFileOutput);
  if (state !== '') return state;
  if (findLeft(cell).source !== source) return CELL_TEXTS.editedBy(nameUser(cell.written.by));
  if (verdict?.decision === 'edit') return CELL_TEXTS.editedBeforeRun(nameUser(verdict.given));
  return verdict?.decision === 'approve' ? CELL_TEXTS.approvedBy(nameUser(verdict.given)) : '';
}

/** Landmarks need distinct names: a cell without a number has none. */
function nameCell({ cell, place, isReadOnly }: CodeCellProps): string | undefined {
  if (isReadOnly) return undefined;
  if (cell.status !== 'running' && cell.executionCount === null) return undefined;
  const prompt = toPrompt(cell);
  return place === null ? CELL_TEXTS.codeCell(prompt) : CELL_TEXTS.codeCellAt(prompt, place);
}

/** How long the cell ran, or has been running. */
function CellTime({ cell }: { cell: Cell }) {
  if (cell.startedAt === null) return null;
  if (cell.endedAt === null) return <RunningTime since={cell.startedAt} />;
  return <span>{toLines(formatDuration(cell.endedAt - cell.startedAt))}</span>;
}

function RunningTime({ since }: { since: number }) {
  const now = useNow(true, 1000);
  return <span role="timer">{toLines(formatElapsed(now - since))}</span>;
}

/** Minutes and seconds do not fit into a line of the margin. */
const toLines = (time: string): string => time.replace(' min ', ' min\n');

/** The cell's outputs. While it runs, cleared ones stay until others arrive or a moment passes, so that nothing jumps. */
function useSteadyOutputs({ outputs, status }: Cell): readonly Output[] {
  const shownRef = useRef(outputs);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isHeld = status === 'running' && outputs.length === 0 && shownRef.current.length > 0;

  useEffect(() => {
    if (!isHeld) shownRef.current = outputs;
  }, [outputs, isHeld]);

  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => {
      shownRef.current = [];
      redraw();
    }, HOLD_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  return isHeld ? shownRef.current : outputs;
}

/** Below the error of a cell: has the agent fix it in its place. */
function CellFix({ cellId }: { cellId: string }) {
  const { selection, runCommand } = useCommands();
  const fix = () => {
    selection.select(cellId);
    runCommand('cell-fix');
  };
  return (
    <Button className={styles.fix} onClick={fix}>
      <SparkIcon size={14} /> {CELL_TEXTS.fix}
    </Button>
  );
}
