import { listSubjects } from '../../../lib/session/view/answers/list-subjects.ts';
import type { RunRow } from '../../../lib/session/view/layout/list-run-rows.ts';
import { assertNever } from '../../../lib/util/assert-never.ts';
import { createLate } from '../../ui/layers/create-late.tsx';
import { TaskSubject } from '../cells/prose/prose-cell.tsx';
import { AnswerFigures } from './answer-figures.tsx';
import { AttemptsView } from './attempts-view.tsx';
import { useNotebookState } from './notebook-state.ts';
import { CellView, StepEnd, StepStart } from './step-view.tsx';

// Where it asked others.
const AgentView = createLate(async () => (await import('./agent-view.tsx')).AgentView);
const CompactionNote = createLate(async () => (await import('./compaction-note.tsx')).CompactionNote);
// Where several ways were tried.
const WaysOrigin = createLate(async () => (await import('./ways-origin.tsx')).WaysOrigin);
// Follow-ups have it, if they say what something is.
const DefinitionOffer = createLate(
  async () => (await import('../definitions/definition-offer.tsx')).DefinitionOffer,
);
const BasisNote = createLate(async () => (await import('./basis-note.tsx')).BasisNote);
const OutcomeLine = createLate(async () => (await import('./outcome-line.tsx')).OutcomeLine);
const WorkLine = createLate(async () => (await import('./work-line.tsx')).WorkLine);

interface RunRowViewProps {
  row: RunRow;
  /** Which run of the notebook it is, from 1. */
  number: number;
  /** Whether there is more in the notebook to fold than one thing. */
  canFoldAll: boolean;
  /** Sends the task again; absent when that would not help. */
  onRetry: (() => void) | undefined;
}

/** One row of a run. */
export function RunRowView({ row, number, canFoldAll, onRetry }: RunRowViewProps) {
  const { run } = row;
  const { changedBasis, goneSubjects, ways } = useNotebookState();
  const tried = ways.find((each) =>
    each.ways.some((way) => way.runId === run.id && way.sessionId === each.chosen),
  );
  switch (row.kind) {
    case 'task':
      return (
        <CellView
          cell={row.cell}
          below={
            <>
              {tried && <WaysOrigin ways={tried} />}
              {number > 1 && <DefinitionOffer cellId={row.cell.id} said={row.cell.source} />}
            </>
          }
        >
          {listSubjects(run).map((subject) => (
            <TaskSubject
              key={subject.cell.id + subject.quote}
              {...subject}
              isGone={goneSubjects.has(subject.cell.id)}
            />
          ))}
        </CellView>
      );
    case 'answer':
      return (
        <CellView cell={row.cell} run={run} runNumber={number}>
          {changedBasis.has(row.cell.id) && <BasisNote run={run} answerId={row.cell.id} />}
          <AnswerFigures figures={row.figures} />
        </CellView>
      );
    case 'work':
      return <WorkLine run={run} summary={row.summary} isOpen={row.isOpen} canFoldAll={canFoldAll} />;
    case 'compaction':
      return <CompactionNote summary={row.summary} />;
    case 'step-start':
      return <StepStart step={row.step} isWriting={run.outcome === null && row.step.action === null} />;
    case 'cell':
      return <AttemptsView group={row.group} />;
    case 'agent':
      return <AgentView ask={row.ask} cells={row.cells} />;
    case 'step-end':
      return <StepEnd run={run} step={row.step} />;
    case 'outcome':
      return <OutcomeLine run={run} onRetry={onRetry} />;
    default:
      return assertNever(row);
  }
}
