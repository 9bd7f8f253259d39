import { memo, type ReactNode, useContext, useDeferredValue } from 'react';
import type { AnswerCheck } from '../../../lib/protocol/runs/answer-check.ts';
import { toUserWords } from '../../../lib/session/said.ts';
import type { Cell, Run, Step } from '../../../lib/session/session.ts';
import { describeCheck } from '../../../lib/session/view/answers/describe-check.ts';
import { splitTitle } from '../../../lib/session/view/titles/split-title.ts';
import { CodeBlock } from '../../render/code/code-block.tsx';
import { CopyButton } from '../../render/code/copy-button.tsx';
import { useLanguage } from '../../render/code/language-context.tsx';
import { Markdown } from '../../render/markdown/markdown.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { CellFrame } from '../cells/cell-frame.tsx';
import { CELL_TEXTS } from '../cells/cell-texts.ts';
import { CodeCell } from '../cells/code/code-cell.tsx';
import { NoteCell } from '../cells/prose/note-cell.tsx';
import { AnswerCell, ReviewCell, SteerCell, TaskCell, ThoughtCell } from '../cells/prose/prose-cell.tsx';
import { CellMenu } from '../commands/cell-menu.tsx';
import { SelectableCell } from '../commands/selectable-cell.tsx';
import { CellRow } from './cell-row.tsx';
import { FirstCellContext, useNotebookState } from './notebook-state.ts';
import { splitDraft } from './split-draft.ts';
import styles from './step-view.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

// Notebook files bring them.
const ImportedNote = createLate(async () => (await import('../cells/prose/imported-note.tsx')).ImportedNote);
const BudgetNotes = createLate(async () => (await import('./budget-notes.tsx')).BudgetNotes);

/** What a step says before its cells: its reasoning, and its reply as a draft while it arrives. */
export function StepStart({ step, isWriting }: { step: Step; isWriting: boolean }) {
  // A reply that never became cells (cut off, unusable) stays visible as it arrived, and so does one under review.
  const cellIds = step.cellIds.filter((id) => id !== step.check?.cellId);
  const isReviewed = step.review !== undefined && cellIds.length === 1;
  const showsDraft = step.text !== '' && (cellIds.length === 0 || isReviewed);
  return (
    <>
      {step.reasoning && <Reasoning text={step.reasoning} />}
      {showsDraft && <Draft text={splitTitle(step.text).answer} isWriting={isWriting} />}
    </>
  );
}

/** Notes about a step, after its cells. */
export function StepEnd({ run, step }: { run: Run; step: Step }) {
  return (
    <>
      {step.review?.result === null && (
        <p className={styles.note}>
          {step.review.model ? VIEW_TEXTS.reviewerReads(step.review.model.label) : VIEW_TEXTS.appVerifies}
        </p>
      )}
      {step.check && isUntold(step.check) && <p className={styles.note}>{`${describeCheck(step.check)}.`}</p>}
      {step.replacedIds.map((cellId) => (
        <p key={cellId} className={styles.replaced}>
          <a href={`#${cellId}`}>{VIEW_TEXTS.replacedCell}</a>
        </p>
      ))}
      {step.skill && <p className={styles.note}>{VIEW_TEXTS.skillRead(step.skill.path)}</p>}
      {step.actionError && (
        <p className={styles.note}>
          {toUserWords(step.actionError) ?? VIEW_TEXTS.unusableReply(step.actionError)}
        </p>
      )}
      {run.budgetWarnings.some((warning) => warning.step === step.index) && (
        <BudgetNotes run={run} step={step.index} />
      )}
    </>
  );
}

/** Whether no cell says that the answer was not checked. */
function isUntold({ cellId, verdict, from }: AnswerCheck): boolean {
  return cellId === null || (from === 'reviewer' && verdict === 'not-checked');
}

interface CellViewProps {
  cell: Cell;
  /** The run that gave the answer. */
  run?: Run;
  /** Which run of the notebook that is, from 1. */
  runNumber?: number;
  /** Shown with a question or an answer. */
  children?: ReactNode;
  /** Shown below a question. */
  below?: ReactNode;
}

/** A cell, drawn by its role, in a frame that can be selected. */
export const CellView = memo(function CellView(props: CellViewProps) {
  const isFirst = useContext(FirstCellContext) === props.cell.id;
  return (
    <SelectableCell cell={props.cell} isFirst={isFirst}>
      <CellRow cell={props.cell}>
        <CellBody {...props} />
        {props.cell.role !== 'code' && <ProseMenu cell={props.cell} />}
      </CellRow>
    </SelectableCell>
  );
});

/** Code cells have the menu next to their code. */
function ProseMenu({ cell }: { cell: Cell }) {
  const { isLocked, isReadOnly } = useNotebookState();
  return (
    <div className={styles.corner}>
      {cell.role === 'answer' && <CopyButton text={cell.source} label={CELL_TEXTS.copyAnswer} />}
      {!isReadOnly && <CellMenu cellId={cell.id} isLocked={isLocked} />}
    </div>
  );
}

function CellBody({ cell, run, runNumber = 1, children, below }: CellViewProps) {
  const state = useNotebookState();
  const draft = state.drafts.get(cell.id);
  if (draft !== undefined)
    return (
      <details className={styles.folded}>
        <summary>{draft}</summary>
        <div className={styles.summary}>
          <Markdown text={cell.source} />
        </div>
      </details>
    );
  if (cell.role === 'task') return <TaskCell {...{ cell, children, below }} />;
  if (cell.role === 'tools') return <ToolsCell cell={cell} />;
  if (cell.role === 'answer') return <AnswerCell {...{ cell, run, runNumber }}>{children}</AnswerCell>;
  if (cell.role === 'review') return <ReviewCell cell={cell} />;
  if (cell.role === 'steer') return <SteerCell cell={cell} />;
  if (cell.role === 'note')
    return <NoteCell cell={cell}>{cell.imported && <ImportedNote cell={cell} />}</NoteCell>;
  if (cell.type === 'markdown') return <ThoughtCell cell={cell} />;
  return (
    <CodeCell
      cell={cell}
      kernelId={state.kernelId}
      changedNames={state.stale.get(cell.id)?.join(', ') ?? ''}
      isFileOutput={state.fileOutputs.has(cell.id)}
      isBusy={state.isBusy}
      isLocked={state.isLocked || cell.status === 'running' || cell.pendingApprovals.length > 0}
      isReadOnly={state.isReadOnly}
      waiting={state.waiting.get(cell.id) ?? null}
      isEditNew={cell.edit !== undefined && cell.edit.runId === state.lastRunId}
      sight={state.findSight(cell)}
      place={state.repeats.get(cell.id) ?? null}
      isCheck={state.checks.has(cell.id)}
      pictures={state.pictures.get(cell.id) ?? null}
    />
  );
}

const ToolsCell = memo(function ToolsCell({ cell }: { cell: Cell }) {
  return (
    <details className={styles.folded}>
      <summary>{VIEW_TEXTS.givenFunctions}</summary>
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

/**
 * The reply as far as it has arrived, with its code where its cell will be, so that nothing moves then. Drawn when
 * the browser has time: parsing must not delay typing.
 */
function Draft({ text, isWriting }: { text: string; isWriting: boolean }) {
  const drawn = useDeferredValue(text);
  const language = useLanguage();
  const parts = splitDraft(drawn, language);
  return parts.map((part) => {
    const isLast = isWriting && part === parts.at(-1);
    return part.kind === 'code' ? (
      <CellFrame key={part.start} prompt="In [ ]" className={isLast ? styles.writtenCode : undefined}>
        <CodeBlock source={part.text} language={language} />
      </CellFrame>
    ) : (
      <div key={part.start} className={styles.draft} data-writing={isLast}>
        <Markdown text={part.text} />
      </div>
    );
  });
}
