'use client';

import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { toMessage } from '../../lib/util/app-error.ts';
import { Button } from '../ui/button.tsx';
import { AttachIcon, SendIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { AttachmentChips } from './attachment-chips.tsx';
import styles from './composer.module.css';
import { useAttachments } from './use-attachments.ts';
import { useFileDrop } from './use-file-drop.ts';

export interface Draft {
  text: string;
  files: readonly File[];
  /** Tells the composer how much of a file was sent, 0 to 1. */
  onProgress: (file: File, fraction: number) => void;
}

interface ComposerProps {
  label: string;
  placeholder: string;
  /** Why nothing can be sent now, as a sentence; the text can be written meanwhile. */
  blocked?: string;
  autoFocus?: boolean;
  /** Shown beside the attach button: which model answers. */
  footer: ReactNode;
  /** Sends the task. What it throws is shown, and the draft is kept. */
  onSend: (draft: Draft) => Promise<void>;
}

/** Where a task is written: text, files from anywhere, Enter to send. */
export function Composer({ label, placeholder, blocked, autoFocus, footer, onSend }: ComposerProps) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const attachments = useAttachments();
  const isDragging = useFileDrop(attachments.add);
  const canSend = text.trim() !== '' && !isSending && !blocked;

  const send = async () => {
    if (!canSend) return;
    setSending(true);
    setFailure('');
    try {
      const files = attachments.items.map((item) => item.file);
      await onSend({ text: text.trim(), files, onProgress: attachments.setProgress });
      setText('');
      attachments.clear();
    } catch (error) {
      setFailure(toMessage(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className={styles.composer}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {(failure || attachments.refusal) && <Notice tone="danger">{failure || attachments.refusal}</Notice>}
      <div className={styles.box} data-dragging={isDragging}>
        <AttachmentChips items={attachments.items} isSending={isSending} onRemove={attachments.remove} />
        <TaskField
          {...{ label, placeholder, text, autoFocus: autoFocus ?? false }}
          onChange={setText}
          onEnter={send}
          onFiles={attachments.add}
        />
        <div className={styles.footer}>
          <AttachButton onFiles={attachments.add} />
          <div className={styles.footerText}>{blocked || footer}</div>
          <Button
            type="submit"
            look="primary"
            className={styles.send ?? ''}
            aria-label="Send"
            disabled={!canSend}
          >
            {isSending ? <span className={styles.spinner} /> : <SendIcon />}
          </Button>
        </div>
        {isDragging && <div className={styles.dropHint}>Drop files to attach them</div>}
      </div>
    </form>
  );
}

interface TaskFieldProps {
  label: string;
  placeholder: string;
  text: string;
  autoFocus: boolean;
  onChange: (text: string) => void;
  onEnter: () => void;
  onFiles: (files: Iterable<File>) => void;
}

function TaskField({ label, placeholder, text, autoFocus, onChange, onEnter, onFiles }: TaskFieldProps) {
  const pressKey = (event: KeyboardEvent) => {
    // While an input method composes, Enter accepts its suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles(event.clipboardData.files);
  };
  return (
    <textarea
      className={styles.field}
      aria-label={label}
      placeholder={placeholder}
      rows={1}
      value={text}
      ref={(field) => {
        if (field && autoFocus && document.activeElement === document.body)
          field.focus({ preventScroll: true });
      }}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={pressKey}
      onPaste={paste}
    />
  );
}

function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look="quiet"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => inputRef.current?.click()}
      >
        <AttachIcon />
      </Button>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          // The same file can be chosen again after it was removed.
          event.target.value = '';
        }}
      />
    </>
  );
}
