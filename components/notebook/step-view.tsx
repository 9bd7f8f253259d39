import { memo, useDeferredValue } from 'react';
import { type Cell, isAlive, type Step } from '../../lib/session/session.ts';
import { CodeCell } from '../cell/code-cell.tsx';
import { ImportedNote } from '../cell/imported-note.tsx';
import { AnswerCell, ReviewCell, SteerCell, TaskCell, ThoughtCell } from '../cell/prose-cell.tsx';
import { CodeBlock } from '../code/code-block.tsx';
import { useLanguage } from '../code/language-context.tsx';
import { SelectableCell } from '../commands/selectable-cell.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { CellRow } from './cell-row.tsx';
import type { NotebookState } from './notebook-state.ts';
import styles from './step-view.module.css';
import { toDraftMarkdown } from './to-draft-markdown.ts';

interface StepViewProps {
  step: Step;
  /** The step's cells, in order. */
  cells: readonly Cell[];
  state: NotebookState;
  /** Whether the step's reply is still being written. */
  isWriting: boolean;
}

/** One model call: its reasoning, then its words and code as a draft while they arrive, as cells afterwards. */
export function StepView({ step, cells, state, isWriting }: StepViewProps) {
  // A reply that never became cells (cut off, unusable) stays visible as it came.
  const showsDraft = step.cellIds.length === 0 && step.text !== '';
  return (
    <>
      {step.reasoning && <Reasoning text={step.reasoning} />}
      {showsDraft && <Draft text={step.text} isWriting={isWriting} />}
      {cells.map((cell) => (
        <CellView key={cell.id} cell={cell} state={state} />
      ))}
      {step.review?.result === null && (
        <p className={styles.note}>{step.review.model.label} reads the work before the answer is given…</p>
      )}
      {step.actionError && <p className={styles.note}>The reply could not be used: {step.actionError}</p>}
    </>
  );
}

/** A cell by its role, in a frame by which it can be selected. */
export function CellView({ cell, state }: { cell: Cell; state: NotebookState }) {
  return (
    <SelectableCell cell={cell} isFirst={cell.id === state.firstCellId}>
      <CellRow cell={cell}>
        <CellBody cell={cell} state={state} />
      </CellRow>
    </SelectableCell>
  );
}

function CellBody({ cell, state }: { cell: Cell; state: NotebookState }) {
  if (cell.role === 'task') return <TaskCell cell={cell} />;
  if (cell.role === 'tools') return <ToolsCell cell={cell} />;
  if (cell.role === 'answer') return <AnswerCell cell={cell} />;
  if (cell.role === 'review') return <ReviewCell cell={cell} />;
  if (cell.role === 'steer') return <SteerCell cell={cell} />;
  if (cell.type === 'markdown' && cell.imported) return <ImportedNote cell={cell} />;
  if (cell.type === 'markdown') return <ThoughtCell cell={cell} />;
  return (
    <CodeCell
      cell={cell}
      isLost={cell.kernelEpoch !== null && !isAlive(cell, state.kernelEpoch)}
      changedNames={state.stale.get(cell.id)?.join(', ') ?? ''}
      isBusy={state.isBusy}
      sight={state.findSight(cell)}
    />
  );
}

const ToolsCell = memo(function ToolsCell({ cell }: { cell: Cell }) {
  return (
    <details className={styles.folded}>
      <summary>Functions given to the model</summary>
      <CodeBlock source={cell.source} language={useLanguage()} />
    </details>
  );
});

const Reasoning = memo(function Reasoning({ text }: { text: string }) {
  return (
    <details className={styles.folded}>
      <summary>Reasoning</summary>
      <div className={styles.reasoning}>{text}</div>
    </details>
  );
});

/** The reply as far as it has arrived. Drawn when the browser has time: parsing must not delay typing. */
function Draft({ text, isWriting }: { text: string; isWriting: boolean }) {
  const drawn = useDeferredValue(text);
  return (
    <div className={styles.draft} data-writing={isWriting}>
      <Markdown text={toDraftMarkdown(drawn)} />
    </div>
  );
}
