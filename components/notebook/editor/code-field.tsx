'use client';

import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import tokenStyles from '../../render/code/code-tokens.module.css';
import type { CodeFieldHandle } from './cell-editors.ts';
import styles from './code-field.module.css';
import type { CodeMirror } from './create-code-mirror.ts';
import type { AskKernel } from './kernel-help.ts';
import type { ReadTarget } from './sql-tables.ts';

interface CodeFieldProps {
  ref: Ref<CodeFieldHandle>;
  initialText: string;
  /** What the field is called, for assistive technology. */
  label: string;
  language: string;
  onChange: (text: string) => void;
  ask: AskKernel | null;
  /** What SQL asks. */
  readTarget: ReadTarget;
  /** Where its cursor is when it opens; null for the end. */
  cursor: number | null;
  takesFocus: boolean;
}

/** A field for code. A plain field is shown until the editor is loaded, and hands over what was typed. */
export function CodeField({
  ref,
  initialText,
  label,
  language,
  onChange,
  ask,
  readTarget,
  cursor,
  takesFocus,
}: CodeFieldProps) {
  const plainRef = useRef<HTMLTextAreaElement>(null);
  const hostRef = useRef<HTMLDivElement>(null);
  const editorRef = useRef<CodeMirror | null>(null);
  const [isReady, setReady] = useState(false);
  const onChangeRef = useRef(onChange);
  const askRef = useRef(ask);
  const readTargetRef = useRef(readTarget);
  const takesFocusRef = useRef(takesFocus);
  const cursorRef = useRef(cursor);
  useEffect(() => {
    onChangeRef.current = onChange;
    askRef.current = ask;
    readTargetRef.current = readTarget;
  });

  useImperativeHandle(ref, () => ({
    readText: () => editorRef.current?.readText() ?? plainRef.current?.value ?? initialText,
    readCursor: () => editorRef.current?.readCursor() ?? plainRef.current?.selectionStart ?? 0,
    focus: () => (editorRef.current ?? plainRef.current)?.focus(),
  }));

  useEffect(() => {
    const plain = plainRef.current;
    const host = hostRef.current;
    if (!plain || !host) return;
    const gone = new AbortController();
    const composition = followComposition(plain, gone.signal);
    if (takesFocusRef.current) plain.focus();
    const place = cursorRef.current ?? plain.value.length;
    plain.setSelectionRange(place, place);
    void loadCodeMirror().then(async (create) => {
      await composition.untilOver();
      if (gone.signal.aborted || !create) return;
      const hadFocus = document.activeElement === plain;
      editorRef.current = create({
        parent: host,
        text: plain.value,
        ...toSelection(plain),
        label,
        language,
        onChange: (text) => onChangeRef.current(text),
        ask: (question) => askRef.current?.(question) ?? Promise.resolve({ status: 'none' }),
        readTarget: () => readTargetRef.current(),
      });
      plain.hidden = true;
      setReady(true);
      if (hadFocus) editorRef.current.focus();
    });
    return () => {
      gone.abort();
      editorRef.current?.destroy();
      editorRef.current = null;
    };
  }, [label, language]);

  return (
    <div className={`${styles.box} ${tokenStyles.tokens}`} data-editor={isReady ? 'ready' : 'loading'}>
      {!isReady && (
        <textarea
          ref={plainRef}
          className={styles.plain}
          aria-label={label}
          rows={initialText.split('\n').length}
          defaultValue={initialText}
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <div ref={hostRef} className={styles.host} />
    </div>
  );
}

/** Null when it cannot be loaded: then the plain field stays. */
async function loadCodeMirror() {
  const loaded = await import('./create-code-mirror.ts').catch(() => null);
  return loaded?.createCodeMirror ?? null;
}

/** Replacing the field would lose a word that is still being composed from several keys. */
function followComposition(field: HTMLTextAreaElement, signal: AbortSignal) {
  let over = Promise.withResolvers<void>();
  over.resolve();
  const begin = () => {
    over = Promise.withResolvers<void>();
  };
  field.addEventListener('compositionstart', begin, { signal });
  field.addEventListener('compositionend', () => over.resolve(), { signal });
  return { untilOver: () => over.promise };
}

function toSelection(field: HTMLTextAreaElement): { anchor: number; head: number } {
  const { selectionStart, selectionEnd, selectionDirection } = field;
  const isBackward = selectionDirection === 'backward';
  return isBackward
    ? { anchor: selectionEnd, head: selectionStart }
    : { anchor: selectionStart, head: selectionEnd };
}
