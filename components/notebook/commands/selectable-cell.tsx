'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import type { Cell } from '../../../lib/session/session.ts';
import { COMMAND_TEXTS } from './command-texts.ts';
import { useCommands } from './commands-context.ts';
import styles from './selectable-cell.module.css';
import { useSelection } from './use-selection.ts';

interface SelectableCellProps {
  cell: Cell;
  /** Whether Tab leads here while no cell is selected. */
  isFirst: boolean;
  children: ReactNode;
}

/** The frame of a selectable cell: it takes the focus, and commands apply to it. */
export function SelectableCell({ cell, isFirst, children }: SelectableCellProps) {
  const { selection } = useCommands();
  const isSelected = useSelection(({ cellId }) => cellId === cell.id);
  const isTabStop = useSelection(({ cellId }) => cellId === cell.id || (isFirst && cellId === null));
  const frameRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (frameRef.current) frameRef.current.tabIndex = isTabStop ? 0 : -1;
  }, [isTabStop]);
  useEffect(() => selection.noteDrawn(cell.id), [selection, cell.id]);
  return (
    <article
      ref={frameRef}
      className={styles.frame}
      aria-label={describeCell(cell)}
      data-cell-id={cell.id}
      data-role={cell.role}
      data-selected={isSelected}
    >
      {children}
    </article>
  );
}

const ROLES: Partial<Record<Cell['role'], string>> = {
  task: 'Question',
  answer: COMMAND_TEXTS.answerCell,
  review: COMMAND_TEXTS.reviewCell,
  steer: 'Message',
  note: 'Note',
};

/** What is read out when the cell is selected. */
function describeCell({ type, role, executionCount, status }: Cell): string {
  if (type !== 'code') return ROLES[role] ?? 'Text';
  if (status === 'running') return COMMAND_TEXTS.codeRunning;
  return executionCount === null ? COMMAND_TEXTS.codeNotRun : COMMAND_TEXTS.codeRun(executionCount);
}
