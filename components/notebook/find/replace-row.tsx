'use client';

import { useRef, useState } from 'react';
import {
  findText,
  replaceText,
  type TextMatch,
  type TextPlace,
  type TextQuery,
} from '../../../lib/session/find/find-text.ts';
import { type Cell, isHeldByRun, type Session } from '../../../lib/session/session.ts';
import { changeCell } from '../../api/actbook-api.ts';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { type Commands, useCommands } from '../commands/commands-context.ts';
import { isEditable } from '../commands/table/cell-conditions.ts';
import styles from './find-bar.module.css';
import { FIND_BAR_TEXTS } from './find-bar-texts.ts';

interface ReplaceRowProps {
  session: Session;
  /** What the bar says. */
  query: TextQuery;
  /** What is drawn: on a busy page, those of the query before. */
  matches: readonly TextMatch[];
  current: TextMatch | null;
  /** Called with the end of a replacement: the next match is after it. */
  onReplaced: (end: TextPlace) => void;
}

/** Replaces one match or all, as one operation, and says why where it cannot. */
export function ReplaceRow({ session, query, matches, current, onReplaced }: ReplaceRowProps) {
  const commands = useCommands();
  const [replacement, setReplacement] = useState('');
  const fieldRef = useRef<HTMLInputElement>(null);
  const { cells } = session;
  const isLocked = isHeldByRun(session);
  const currentCell = current && cells.find(({ id }) => id === current.cellId);
  const canReplace = (cell: Cell | null | undefined) => !isLocked && cell != null && isEditable(cell);
  const isOutput = current?.isOutput === true;
  const replaceSome = async (chosen: readonly Cell[], at?: number) => {
    const { edits, operationId } = await replaceInCells(
      commands,
      session,
      chosen.filter(canReplace),
      (source) => replaceText(source, query, replacement, at),
    );
    const counts = edits.map(({ cellId, from }) => findText([{ id: cellId, source: from }], query).length);
    const count = at === undefined ? counts.reduce((sum, each) => sum + each, 0) : edits.length;
    if (edits.length > 0) commands.tell({ text: FIND_BAR_TEXTS.replaced(count, edits.length), operationId });
    return edits[0];
  };
  const one = useAction(async () => {
    if (!current || !currentCell || isOutput) return;
    const edit = await replaceSome([currentCell], current.from);
    const grown = edit ? edit.to.length - edit.from.length : 0;
    onReplaced({ cellId: current.cellId, offset: current.to + grown });
  });
  const all = useAction(async () => void (await replaceSome(cells)));
  // The buttons are disabled meanwhile, and cannot keep the focus.
  const runFrom = (run: () => void) => () => {
    fieldRef.current?.focus();
    run();
  };
  const fixed = isOutput ? FIND_BAR_TEXTS.output : FIND_BAR_TEXTS.fixed;
  const why = isLocked
    ? FIND_BAR_TEXTS.locked
    : current && (isOutput || !canReplace(currentCell))
      ? fixed
      : '';
  const failure = one.failure || all.failure;
  return (
    <>
      <div className={styles.row}>
        <input
          ref={fieldRef}
          className={styles.field}
          aria-label={FIND_BAR_TEXTS.replace}
          placeholder={FIND_BAR_TEXTS.replace}
          value={replacement}
          maxLength={10_000}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setReplacement(event.target.value)}
        />
        <Button onClick={runFrom(one.run)} disabled={isOutput || !canReplace(currentCell) || one.isRunning}>
          {FIND_BAR_TEXTS.replaceOne}
        </Button>
        <Button
          onClick={runFrom(all.run)}
          disabled={isLocked || matches.every((match) => match.isOutput) || all.isRunning}
        >
          {FIND_BAR_TEXTS.replaceAll}
        </Button>
      </div>
      {(failure || why) && <p className={styles.note}>{failure || why}</p>}
    </>
  );
}

interface CellEdit {
  readonly cellId: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Replaces the text of cells as one operation, with what their open editors hold; returns its ID and what changed. Their
 * editors close, because they hold the text of before.
 */
async function replaceInCells(
  { editors, selection, inTurn }: Commands,
  session: Session,
  cells: readonly Cell[],
  replace: (source: string) => string,
): Promise<{ edits: CellEdit[]; operationId: string | null }> {
  const edits = cells
    .map(({ id, source }) => ({ cellId: id, saved: source, from: editors.read(id)?.text ?? source }))
    .map((edit) => ({ ...edit, to: replace(edit.from) }))
    .filter(({ from, to }) => from !== to);
  if (edits.length === 0) return { edits, operationId: null };
  const { operationId } = await inTurn(async () => {
    for (const { cellId, saved, from } of edits)
      if (saved !== from)
        await changeCell(session.id, cellId, {
          source: from,
          version: editors.read(cellId)?.version,
        });
    return callApi('replaceInCells', {
      params: { sessionId: session.id },
      body: { edits: edits.map(({ cellId, from, to }) => ({ cellId, from, to })) },
    });
  });
  for (const { cellId, from } of edits) if (editors.read(cellId)?.text === from) selection.close(cellId);
  return { edits, operationId };
}
