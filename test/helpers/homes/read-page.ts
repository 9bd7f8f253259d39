/** What the page of a session says, as lines of text: all of it unfolded, with the history of its cells, without a browser. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { CellApprovals } from '../../../components/notebook/cells/code/cell-approvals.tsx';
import { CellCalls } from '../../../components/notebook/cells/code/cell-calls.tsx';
import { CellEdit } from '../../../components/notebook/cells/code/cell-edit.tsx';
import { CellInputs } from '../../../components/notebook/cells/code/cell-inputs.tsx';
import { CellQueue } from '../../../components/notebook/cells/code/cell-queue.tsx';
import { ImportedNote } from '../../../components/notebook/cells/prose/imported-note.tsx';
import { CommandsProvider } from '../../../components/notebook/commands/commands-provider.tsx';
import { listFoldKeys } from '../../../components/notebook/folds/fold-keys.ts';
import { FoldsProvider } from '../../../components/notebook/folds/use-folds.tsx';
import { DeletedCellsDialog } from '../../../components/notebook/history/deleted-cells-dialog.tsx';
import { HistoryDialog } from '../../../components/notebook/history/history-dialog.tsx';
import { BasisNote } from '../../../components/notebook/view/basis-note.tsx';
import { BudgetNotes } from '../../../components/notebook/view/budget-notes.tsx';
import { CompactionNote } from '../../../components/notebook/view/compaction-note.tsx';
import { NotebookStateContext } from '../../../components/notebook/view/notebook-state.ts';
import { NotebookView } from '../../../components/notebook/view/notebook-view.tsx';
import { useCurrentState } from '../../../components/notebook/view/use-current-state.ts';
import { LostNotice } from '../../../components/pages/session/notices/lost-notice.tsx';
import { RebuiltNotice } from '../../../components/pages/session/notices/rebuilt-notice.tsx';
import { SessionNotices } from '../../../components/pages/session/notices/session-notices.tsx';
import { PreferencesProvider } from '../../../components/preferences/use-preferences.tsx';
import { MimeDrawing } from '../../../components/render/output/mime-drawing.tsx';
import { OutputList } from '../../../components/render/output/output-list.tsx';
// The page of a notebook with tables begins to load it, and would still do so when the test has ended.
import '../../../components/render/output/table/table-output.tsx';
import { ErrorOutput } from '../../../components/render/output/text/error-output.tsx';
import type { Output } from '../../../lib/notebook/output.ts';
import type { Cell, Session } from '../../../lib/session/session.ts';
import { listCellVersions, listDeletedCells } from '../../../lib/session/view/cells/list-cell-versions.ts';
import { createCellGrouper } from '../../../lib/session/view/layout/group-cells.ts';
import { listRunRows } from '../../../lib/session/view/layout/list-run-rows.ts';
import { describeVerified } from '../../../lib/session/view/verification/describe-verified.ts';
import { listLines } from '../page/drawn-notebook.ts';

/** At the time of the session's last event, in UTC. */
export function readPage(session: Session): string {
  vi.useFakeTimers({ toFake: ['Date'], now: session.updatedAt });
  vi.stubEnv('TZ', 'UTC');
  const keys = listFoldKeys(createCellGrouper()(session));
  const folds = JSON.stringify(Object.fromEntries(keys.map((key) => [key, false])));
  vi.stubGlobal('sessionStorage', { getItem: () => folds });
  try {
    const titles = [`# ${session.title}`, describeVerified(session)];
    return [...titles, ...toLines(draw(session))].filter(Boolean).join('\n');
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  }
}

function draw(session: Session): string {
  const parts = [
    createElement(SessionNotices, { key: 'notices', session, connection: 'live', failure: '' }),
    createElement(NotebookView, { key: 'notebook', session, onRetry: () => {} }),
    createElement(LateParts, { key: 'late', session }),
  ];
  const folded = { sessionId: session.id, children: parts };
  const commanded = { session, children: createElement(FoldsProvider, folded) };
  const page = { children: createElement(CommandsProvider, commanded) };
  return renderToStaticMarkup(createElement(PreferencesProvider, page));
}

/** What the page loads when a notebook has it. */
function LateParts({ session }: { session: Session }): ReactElement {
  const state = useCurrentState(session);
  const children = [
    ...(session.kernel.lost === null ? [] : [createElement(LostNotice, { key: 'lost', session })]),
    ...(session.rebuilds.length === 0 ? [] : [createElement(RebuiltNotice, { key: 'rebuilt', session })]),
    ...listLines(session),
    ...listRunParts(session),
    ...session.cells.map((cell) => drawParts(session, cell)),
    ...(listDeletedCells(session).length === 0
      ? []
      : [createElement(DeletedCellsDialog, { key: 'deleted', session, onClose: () => {} })]),
  ];
  return createElement(NotebookStateContext, { value: state }, children);
}

function listRunParts(session: Session): ReactElement[] {
  return createCellGrouper()(session).flatMap((section) => {
    if (section.kind !== 'run') return [];
    const { run } = section;
    const rows = listRunRows(section, false);
    const compactions = rows.flatMap((row) =>
      row.kind === 'compaction'
        ? [createElement(CompactionNote, { key: row.key, summary: row.summary })]
        : [],
    );
    const answers = rows.flatMap((row) =>
      row.kind === 'answer' ? [createElement(BasisNote, { key: row.key, run, answerId: row.cell.id })] : [],
    );
    const budgets = run.steps.map(({ index }) =>
      createElement(BudgetNotes, { key: `budget-${run.id}-${index}`, run, step: index }),
    );
    return [...compactions, ...answers, ...budgets];
  });
}

function drawParts(session: Session, cell: Cell): ReactElement {
  const { pendingInputs, pendingApprovals, status, source } = cell;
  const parts = [
    createElement('h4', { key: 'id' }, cell.id),
    createElement(CellEdit, { key: 'edit', cell, isNew: true }),
    createElement(CellQueue, { key: 'queue', cell, place: null, isOther: false }),
    createElement(CellApprovals, { key: 'approvals', requests: pendingApprovals, source }),
    ...cell.outputs.map(drawOutput),
    createElement(CellInputs, { key: 'inputs', requests: pendingInputs, isAgain: status !== 'running' }),
    createElement(CellCalls, { key: 'calls', calls: cell.calls, approvals: pendingApprovals }),
    createElement(ImportedNote, { key: 'imported', cell }),
    ...(listCellVersions(session, cell.id).length < 2
      ? []
      : [createElement(HistoryDialog, { key: 'history', session, cellId: cell.id, onClose: () => {} })]),
  ];
  return createElement('section', { key: `parts-${cell.id}` }, parts);
}

function drawOutput(output: Output, index: number): ReactElement {
  const key = `output-${index}`;
  if (output.output_type === 'stream') return createElement(OutputList, { key, outputs: [output] });
  if (output.output_type === 'error') return createElement(ErrorOutput, { key, output });
  return createElement(MimeDrawing, { key, output });
}

const INLINE = new Set(['a', 'b', 'code', 'em', 'i', 'mark', 'span', 'strong', 'sub', 'sup']);
const TOKEN = /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g;

/** Its text and the labels of its parts. Names of classes, pictures and buttons without a text are left out. */
function toLines(html: string): string[] {
  const parts: string[] = [];
  const drawn = html.replaceAll(/<svg.*?<\/svg>/gs, '');
  for (const [, close, tag = '', attributes = '', text] of drawn.matchAll(TOKEN)) {
    const isInline = INLINE.has(tag);
    if (text !== undefined) parts.push(text);
    else if (!isInline) parts.push('\n');
    const label = close ? undefined : /(?:aria-label|title)="([^"]*)"/.exec(attributes)?.[1];
    if (label && tag !== 'button') parts.push(`[${label}]`, isInline ? ' ' : '\n');
  }
  const lines = decode(parts.join('')).split('\n');
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ENTITIES[name] ?? '');
