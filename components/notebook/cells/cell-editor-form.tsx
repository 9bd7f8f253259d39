'use client';

import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Cell } from '../../../lib/session/session.ts';
import { callApi } from '../../api/call-api.ts';
import { readSent } from '../../api/sent-texts.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { useLanguage } from '../../render/code/language-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { isComposing } from '../../ui/keyboard.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { useCommands } from '../commands/commands-context.ts';
import type { CodeFieldHandle } from '../editor/cell-editors.ts';
import { CodeField } from '../editor/code-field.tsx';
import type { AskKernel } from '../editor/kernel-help.ts';
import styles from './cell-editor-form.module.css';
import { CELL_TEXTS } from './cell-texts.ts';

interface CellEditorProps {
  /** The cell that has this text: commands then handle the keys and the button. Absent when no cell has it yet. */
  cell?: Cell;
  /** The name under which the text is kept through a reload. */
  draftName: string;
  source: string;
  /** What the field is called, for assistive technology. */
  label: string;
  /** Default: that of the session's kernel. */
  language?: 'markdown' | 'sql' | undefined;
  /** Word on the button that runs it. */
  runLabel?: string;
  /** Used when no cell has the text yet. Default true. */
  takesFocus?: boolean;
  /** Runs the text that no cell has yet, and drops its draft; `advances` with Shift-Enter and Alt-Enter. If it throws, the error is shown and the text is kept. */
  onRun?: (source: string, advances: boolean) => Promise<void>;
  /** Keeps that text on Escape, and drops its draft; default: `onCancel`. */
  onLeave?: (source: string) => Promise<void>;
  onCancel: () => void;
}

/** A field for a cell's text: Shift-Enter runs it, Escape leaves the field. */
export function CellEditor(props: CellEditorProps) {
  const { cell, draftName, source, label, language, runLabel = 'Run', takesFocus = true } = props;
  const kernelLanguage = useLanguage();
  const ask = useAskKernel();
  const fieldRef = useRef<CodeFieldHandle>(null);
  const { selection, editors, drafts, runCommand, readSession } = useCommands();
  const cellId = cell?.id;
  const version = cell?.version ?? 0;
  const advancesRef = useRef(false);
  const readText = () => fieldRef.current?.readText() ?? source;
  const action = useAction(async () => {
    await props.onRun?.(readText(), advancesRef.current);
  });
  const leave = useAction(async () => {
    const text = readText();
    if (!props.onLeave || text.trim() === '') return cancel();
    await props.onLeave(text);
  });
  const isOfCell = cellId !== undefined;
  const [initialText] = useState(() => drafts.read(draftName)?.text ?? source);
  // Others may change the cell meanwhile: what it was when this text was begun decides whether it may be replaced.
  const versionRef = useRef(drafts.read(draftName)?.version ?? version);
  // Text that no cell has is nowhere else: it is there again when the field is opened again.
  const cancel = () => {
    if (isOfCell) drafts.setAside(draftName);
    props.onCancel();
  };
  const keep = (text: string) => {
    if (text === source) drafts.remove(draftName);
    else drafts.write(draftName, isOfCell ? { text, version: versionRef.current } : { text });
  };
  useEffect(() => {
    if (cellId === undefined) return;
    return editors.add(cellId, {
      readText: () => fieldRef.current?.readText() ?? initialText,
      readVersion: () => versionRef.current,
      setVersion: (version) => {
        versionRef.current = version;
      },
      readCursor: () => fieldRef.current?.readCursor() ?? 0,
      focus: () => fieldRef.current?.focus(),
    });
  }, [editors, cellId, initialText]);

  useEffect(() => {
    // Sent by this tab before it was reloaded: one's own text is not a conflict.
    if (cellId !== undefined && readSent(cellId) === source)
      editors.noteStored(cellId, { text: source, version });
  }, [editors, cellId, source, version]);

  const runHere = () => {
    advancesRef.current = false;
    action.run();
  };
  // Before the editor, which would insert a line break.
  const pressFirst = (event: KeyboardEvent) => {
    const advances = event.shiftKey || event.altKey;
    if (isOfCell || !isRunKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    advancesRef.current = advances;
    action.run();
  };
  // After the editor, which closes its lists on Escape; unhandled, Escape would close an open drawer.
  const pressLast = (event: KeyboardEvent) => {
    if (isOfCell || event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent))
      return;
    event.preventDefault();
    leave.run();
  };
  return (
    <fieldset
      className={styles.editor}
      data-cell-editor={cellId}
      onKeyDownCapture={pressFirst}
      onKeyDown={pressLast}
    >
      <CodeField
        key={language ?? kernelLanguage}
        ref={fieldRef}
        initialText={initialText}
        label={label}
        language={language ?? kernelLanguage}
        onChange={keep}
        // A kernel knows nothing of SQL.
        ask={language === 'sql' ? null : ask}
        readTarget={() => ({
          connection: cell?.language?.connection,
          names: readSession()?.kernel.names ?? [],
        })}
        cursor={cellId === undefined ? null : selection.readOffset(cellId)}
        takesFocus={cellId === undefined ? takesFocus : selection.ownsFocus(cellId)}
      />
      <div className={styles.actions}>
        <Button
          look="primary"
          onClick={isOfCell ? () => runCommand(language === 'markdown' ? 'cell-leave' : 'cell-run') : runHere}
          disabled={action.isRunning}
          aria-keyshortcuts="Shift+Enter"
        >
          {runLabel}
        </Button>
        <Button onClick={cancel}>{isOfCell ? CELL_TEXTS.cancel : CELL_TEXTS.close}</Button>
        <span className={styles.hint}>
          {isOfCell ? describeKeys(language) : CELL_TEXTS[props.onLeave ? 'hintOnKeeping' : 'hintOnClosing']}
        </span>
      </div>
      {(action.failure || leave.failure) && <Notice tone="danger">{action.failure || leave.failure}</Notice>}
    </fieldset>
  );
}

function describeKeys(language: CellEditorProps['language']): string {
  if (language === 'markdown') return CELL_TEXTS.hintOnLeavingNote;
  return language ? CELL_TEXTS.hintOnLeaving : CELL_TEXTS.hintOnLeaving + CELL_TEXTS.hintOnHelp;
}

/** Not the keys of buttons or of the editor's search, nor those of an input method. */
function isRunKey({ key, shiftKey, altKey, ctrlKey, metaKey, target, nativeEvent }: KeyboardEvent): boolean {
  const isRun = key === 'Enter' && (shiftKey || altKey || ctrlKey || metaKey);
  return isRun && isText(target) && !isComposing(nativeEvent);
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLElement && (target instanceof HTMLTextAreaElement || target.isContentEditable);
}

/** Cancels the previous question, whose answer is no longer needed, and asks a new one. */
function useAskKernel(): AskKernel {
  const sessionId = useSessionId();
  const beforeRef = useRef(new AbortController());
  return useCallback(
    (question) => {
      beforeRef.current.abort();
      beforeRef.current = new AbortController();
      const { signal } = beforeRef.current;
      return callApi('askAboutCode', { params: { sessionId }, body: question, signal });
    },
    [sessionId],
  );
}
