'use client';

import { memo, type ReactNode } from 'react';
import type { Cell } from '../../../../lib/session/session.ts';
import { Markdown } from '../../../render/markdown/markdown.tsx';
import { useCommands } from '../../commands/commands-context.ts';
import { useSelection } from '../../commands/use-selection.ts';
import { AsideText } from '../aside-text.tsx';
import { CellEditor } from '../cell-editor-form.tsx';
import { CELL_TEXTS } from '../cell-texts.ts';
import styles from './prose-cell.module.css';

interface NoteCellProps {
  cell: Cell;
  /** What to show instead of its text as Markdown. */
  children?: ReactNode;
}

/** A note that the user writes: rendered, or in its editor. */
export const NoteCell = memo(function NoteCell({ cell, children }: NoteCellProps) {
  const { selection } = useCommands();
  const isEditing = useSelection(({ editing }) => editing.has(cell.id));
  if (isEditing) {
    return (
      <div className={styles.note}>
        <CellEditor
          cell={cell}
          draftName={cell.id}
          source={cell.source}
          label={CELL_TEXTS.noteField}
          language="markdown"
          runLabel="Done"
          onCancel={() => selection.close(cell.id)}
        />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click is a shortcut; Enter on the selected cell does the same
    <div className={styles.note} onDoubleClick={() => selection.edit(cell.id)}>
      {children ??
        (cell.source.trim() === '' ? (
          <p className={styles.empty}>{CELL_TEXTS.emptyNote}</p>
        ) : (
          <Markdown text={cell.source} />
        ))}
      <AsideText cell={cell} isLocked={false} />
    </div>
  );
});
