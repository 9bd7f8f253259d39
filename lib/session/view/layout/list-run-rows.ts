/** One run as the rows that the page draws, from the task down. */
import type { ContextSummary } from '../../../protocol/runs/compaction.ts';
import type { AgentAsk } from '../../agent-ask.ts';
import type { Cell, Run, Step } from '../../session.ts';
import { type Figure, findFigures } from './find-figures.ts';
import type { CellAttempts } from './group-attempts.ts';
import type { RunSection } from './group-cells.ts';
import { summarizeWork, type WorkSummary } from './summarize-work.ts';

/** `key` is the row's own in its session, and stays when rows come and go around it. */
export type RunRow = { readonly key: string; readonly run: Run } & (
  | { readonly kind: 'task'; readonly cell: Cell }
  | { readonly kind: 'cell'; readonly group: CellAttempts }
  /** The answer; `figures` are the pictures of the work it stands for. */
  | { readonly kind: 'answer'; readonly cell: Cell; readonly figures: readonly Figure[] }
  /** The line that stands for all steps, and folds them. */
  | { readonly kind: 'work'; readonly summary: WorkSummary; readonly isOpen: boolean }
  | { readonly kind: 'compaction'; readonly summary: ContextSummary }
  /** What a step says before its cells: its reasoning, and its reply before it is a cell. */
  | { readonly kind: 'step-start'; readonly step: Step }
  /** Another agent that the step asked, and its cells. */
  | { readonly kind: 'agent'; readonly ask: AgentAsk; readonly cells: readonly Cell[] }
  | { readonly kind: 'step-end'; readonly step: Step }
  /** How the run ended, where no other row says so. */
  | { readonly kind: 'outcome' }
);

/** `isFolded`: whether the user has folded the work; null when nobody has said. */
export function listRunRows(section: RunSection, isFolded: boolean | null): RunRow[] {
  const { run, task, setup, steps, answer } = section;
  const groups = steps.flatMap((each) => each.groups);
  const isOpen = isWorkOpen(section, isFolded);
  const [first, ...remarks] = answer;
  const isWorking = run.outcome === null && !first;
  const worked = hasWork(section);
  // The line for the work of a run says that it has answered.
  const needsOutcome = run.outcome !== null && !(run.outcome.status === 'answered' && worked);
  const shown = isOpen ? steps : isWorking ? steps.slice(-1) : [];
  const key = (name: string) => `${name}-${run.id}`;
  return [
    ...(task ? [{ kind: 'task', key: key('task'), run, cell: task } as const] : []),
    ...(first
      ? [{ kind: 'answer', key: first.id, run, cell: first, figures: findFigures(groups) } as const]
      : []),
    ...remarks.map((cell) => toCellRow(run, { cell, earlier: [] })),
    ...(isWorking || worked
      ? [{ kind: 'work', key: key('work'), run, summary: summarizeWork(groups), isOpen } as const]
      : []),
    ...(isOpen ? setup.map((cell) => toCellRow(run, { cell, earlier: [] })) : []),
    ...shown.flatMap((each) => listStepRows(run, each)),
    ...(needsOutcome ? [{ kind: 'outcome', key: key('outcome'), run } as const] : []),
  ];
}

function hasWork({ setup, steps }: RunSection): boolean {
  return (
    setup.length > 0 ||
    steps.some(
      ({ step, groups }) =>
        groups.length > 0 ||
        step.replacedIds.length > 0 ||
        step.reasoning !== '' ||
        step.actionError !== null ||
        step.skill !== undefined,
    )
  );
}

function listStepRows(run: Run, { step, groups }: RunSection['steps'][number]): RunRow[] {
  const key = (name: string) => `${name}-${run.id}-${step.index}`;
  return [
    ...run.compactions.flatMap((compaction, index) =>
      compaction.step === step.index && compaction.summary
        ? [{ kind: 'compaction', key: key(`compaction-${index}`), run, summary: compaction.summary } as const]
        : [],
    ),
    { kind: 'step-start', key: key('start'), run, step },
    ...groups.filter(({ cell }) => cell.askId === undefined).map((group) => toCellRow(run, group)),
    ...(step.asks ?? []).map((ask): RunRow => {
      const cells = groups.map(({ cell }) => cell).filter(({ askId }) => askId === ask.askId);
      return { kind: 'agent', key: `agent-${ask.askId}`, run, ask, cells };
    }),
    { kind: 'step-end', key: key('end'), run, step },
  ];
}

function toCellRow(run: Run, group: CellAttempts): RunRow {
  return { kind: 'cell', key: group.cell.id, run, group };
}

/** Folded once there is an answer, unless something in it is running; what waits for the user cannot be folded away. */
function isWorkOpen({ steps, answer }: RunSection, isFolded: boolean | null): boolean {
  const cells = steps.flatMap(({ groups }) => groups.map(({ cell }) => cell));
  if (cells.some((cell) => cell.pendingInputs.length + cell.pendingApprovals.length > 0)) return true;
  if (isFolded !== null) return !isFolded;
  return answer.length === 0 || cells.some(({ status }) => status === 'running');
}
