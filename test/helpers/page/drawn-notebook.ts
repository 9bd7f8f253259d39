/** A session that is drawn as the page draws it, without a browser. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect } from 'vitest';
import { ImportedNote } from '../../../components/notebook/cells/prose/imported-note.tsx';
import { CommandsProvider } from '../../../components/notebook/commands/commands-provider.tsx';
import { NotebookView } from '../../../components/notebook/view/notebook-view.tsx';
import { OutcomeLine } from '../../../components/notebook/view/outcome-line.tsx';
import { WorkLine } from '../../../components/notebook/view/work-line.tsx';
import { PreferencesProvider } from '../../../components/preferences/use-preferences.tsx';
import { OutputList } from '../../../components/render/output/output-list.tsx';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import type { Session } from '../../../lib/session/session.ts';
import { createCellGrouper } from '../../../lib/session/view/layout/group-cells.ts';
import { listRunRows } from '../../../lib/session/view/layout/list-run-rows.ts';
import { foldAll, insertOfRun, startRun } from '../session-events.ts';

const STEP = { runId: 'r-1', step: 1 };
export const RUN: EventBody[] = [startRun('r-1', 'How many?'), { type: 'step-start', ...STEP }];
export const CELL: EventBody[] = [
  insertOfRun(STEP, 'c-1', 'len(rows)'),
  { type: 'cell-start', cellId: 'c-1' },
];

export const fold = (events: EventBody[]): Session => foldAll(events);

export function draw(session: Session): string {
  const children = [
    createElement(NotebookView, { key: 'rows', session, onRetry: () => {} }),
    ...listLines(session),
  ];
  const props = { session, children };
  const page = { children: createElement(CommandsProvider, props) };
  return renderToStaticMarkup(createElement(PreferencesProvider, page));
}

/** Loaded with the first of them. */
export function drawImported({ cells }: Session): string {
  return renderToStaticMarkup(cells.map((cell) => createElement(ImportedNote, { key: cell.id, cell })));
}

/** The lines about the work and the end of runs: loaded when a run has them. */
export function listLines(session: Session): ReactElement[] {
  const rows = createCellGrouper()(session).flatMap((section) =>
    section.kind === 'run' ? listRunRows(section, null) : [],
  );
  return rows.flatMap((row): ReactElement[] => {
    if (row.kind === 'outcome')
      return [createElement(OutcomeLine, { key: row.key, run: row.run, onRetry: () => {} })];
    if (row.kind !== 'work') return [];
    const { key, run, summary, isOpen } = row;
    return [createElement(WorkLine, { key, run, summary, isOpen, canFoldAll: false })];
  });
}

/** Of the cell `c-1`: loaded when a cell has outputs. */
export function drawOutputs({ cells }: Session): string {
  const outputs = cells.find(({ id }) => id === 'c-1')?.outputs ?? expect.fail('the cell is gone');
  return renderToStaticMarkup(createElement(OutputList, { outputs }));
}

export function say(text: string): EventBody {
  return { type: 'text-delta', ...STEP, text };
}
