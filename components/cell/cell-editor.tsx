'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCommands } from '../commands/commands-context.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './cell-editor.module.css';

interface CellEditorProps {
  /** The cell whose text it is: then the keys are those of the commands. Absent where no cell has it yet. */
  cellId?: string;
  source: string;
  /** What the field is called, for assistive technology. */
  label: string;
  /** Word on the button that runs it. */
  runLabel?: string;
  /** Runs what was written. What it throws is shown, and the text is kept. */
  onRun: (source: string) => Promise<void>;
  onCancel: () => void;
}

/** A field for code: Shift-Enter runs it, Escape leaves it. */
export function CellEditor({ cellId, source, label, runLabel = 'Run', onRun, onCancel }: CellEditorProps) {
  const [text, setText] = useState(source);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const { editors } = useCommands();
  const action = useAction(() => onRun(text));

  useEffect(() => {
    const field = fieldRef.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  useEffect(() => {
    if (cellId === undefined) return;
    return editors.add(cellId, {
      readText: () => fieldRef.current?.value ?? '',
      readCursor: () => fieldRef.current?.selectionStart ?? 0,
      focus: () => fieldRef.current?.focus(),
    });
  }, [editors, cellId]);

  const press = (event: KeyboardEvent) => {
    if (cellId !== undefined || event.nativeEvent.isComposing) return;
    const isRun = event.key === 'Enter' && (event.shiftKey || event.ctrlKey || event.metaKey);
    if (!isRun && event.key !== 'Escape') return;
    // Escape would also stop what is running.
    event.preventDefault();
    if (isRun) action.run();
    else onCancel();
  };
  return (
    <div className={styles.editor} data-cell-editor={cellId}>
      <textarea
        ref={fieldRef}
        className={styles.field}
        aria-label={label}
        rows={text.split('\n').length}
        value={text}
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className={styles.actions}>
        <Button
          look="primary"
          onClick={action.run}
          disabled={action.isRunning}
          aria-keyshortcuts="Shift+Enter"
        >
          {runLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <span className={styles.hint}>
          Shift-Enter runs, Escape {cellId === undefined ? 'cancels' : 'leaves'}
        </span>
      </div>
      {action.failure && <Notice tone="danger">{action.failure}</Notice>}
    </div>
  );
}
