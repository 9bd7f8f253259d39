'use client';

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { pickFiles } from '../../ui/controls/pick-files.ts';
import { AttachIcon, CloseIcon, DatabaseIcon, FileIcon, SendIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import styles from './composer.module.css';
import { COMPOSER_TEXTS } from './composer-texts.ts';
import type { Attachment, Attachments } from './use-attachments.ts';
import { type Draft, type OpenNotebook, useDraft } from './use-draft.ts';
import { useFileDrop } from './use-file-drop.ts';

const ConnectionsDialog = createLate(
  async () => (await import('../connections/connections-dialog.tsx')).ConnectionsDialog,
);

interface ComposerProps {
  /** Which text it keeps through a reload: that of this session, or of the page with this name. */
  scope: string;
  label: string;
  placeholder: string;
  /** Why nothing can be sent now, as a sentence; the text can be written meanwhile. */
  blocked?: string;
  autoFocus?: boolean;
  /** The words to begin with. Each new object is written into the field, below what the user has written, and the field takes the focus. */
  opening?: { readonly text: string } | null;
  /** What the task is about, above the field. */
  subject?: ReactNode;
  /** Shown next to the attach button: which model answers. */
  footer: ReactNode;
  /** What a dropped notebook file does instead of being attached. Must stay the same function. */
  openNotebook?: OpenNotebook;
  attachments: Attachments;
  /** Sends the task. What it throws is shown, and the draft is kept. */
  onSend: (draft: Draft) => Promise<void>;
}

/** Where a task is written: text, files from anywhere, Enter to send. */
export function Composer({
  scope,
  label,
  placeholder,
  blocked,
  autoFocus,
  opening = null,
  subject,
  footer,
  onSend,
  openNotebook,
  attachments,
}: ComposerProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const readField = () => formRef.current?.querySelector('textarea')?.value ?? '';
  const draft = useDraft(scope, readField, onSend, openNotebook, attachments);
  const { text, isSending, failure } = draft;
  const isDragging = useFileDrop(draft.drop);
  const begunWithRef = useRef('');
  const begin = useEffectEvent((words: string) => {
    if (words !== '' && !text.endsWith(words)) {
      const isOwn = text.trim() !== '' && text !== begunWithRef.current;
      draft.setText(isOwn ? `${text.trimEnd()}\n${words}` : words);
      begunWithRef.current = words;
    }
    formRef.current?.querySelector('textarea')?.focus();
  });
  useEffect(() => {
    if (opening) begin(opening.text);
  }, [opening]);
  const fileCount = attachments.items.length;
  const canSend = text.trim() !== '' && !isSending && !blocked;
  const send = () => {
    if (canSend) void draft.send();
  };
  return (
    <form
      ref={formRef}
      className={styles.composer}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {failure && <Notice tone="danger">{failure}</Notice>}
      <div className={styles.box} data-dragging={isDragging}>
        {subject}
        <AttachmentChips items={attachments.items} isSending={isSending} onRemove={attachments.remove} />
        <TaskField
          {...{ label, text, autoFocus: autoFocus ?? false }}
          placeholder={fileCount > 0 ? COMPOSER_TEXTS.askAboutFiles(fileCount) : placeholder}
          onChange={draft.setText}
          onEnter={send}
          onFiles={attachments.add}
        />
        <div className={styles.footer}>
          <IconButton
            label={COMPOSER_TEXTS.attach}
            onClick={() => void pickFiles({ multiple: true }).then(attachments.add)}
          >
            <AttachIcon />
          </IconButton>
          <DatabaseButton
            onInsert={(name) =>
              draft.setText(text === '' || /\s$/.test(text) ? text + name : `${text} ${name}`)
            }
          />
          <div className={styles.footerText}>{blocked || footer}</div>
          <SendButton isSending={isSending} disabled={!canSend} />
        </div>
        {isDragging && <div className={styles.dropHint}>{COMPOSER_TEXTS.dropHint}</div>}
      </div>
    </form>
  );
}

/** Opens the databases; a table that is chosen there is named in the task. */
function DatabaseButton({ onInsert }: { onInsert: (name: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  useCommandHandler('database-connect', () => setOpen(true));
  const insert = (name: string) => {
    onInsert(name);
    // The task cannot have the focus before the dialog is gone.
    flushSync(() => setOpen(false));
    ref.current?.form?.querySelector('textarea')?.focus();
  };
  return (
    <>
      <IconButton
        ref={ref}
        label={COMPOSER_TEXTS.database}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <DatabaseIcon />
      </IconButton>
      {isOpen && <ConnectionsDialog onInsert={insert} onClose={() => setOpen(false)} />}
    </>
  );
}

function SendButton({ isSending, disabled }: { isSending: boolean; disabled: boolean }) {
  return (
    <Button
      type="submit"
      look="primary"
      className={styles.send}
      aria-label={isSending ? 'Sending' : 'Send'}
      disabled={disabled}
    >
      {isSending ? <Spinner /> : <SendIcon />}
    </Button>
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
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    onEnter();
  };
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Spreadsheets and word processors put a picture of the text beside it.
    const isText = types.includes('text/html') && types.includes('text/plain');
    if (files.length === 0 || isText) return;
    event.preventDefault();
    onFiles(files);
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

interface AttachmentChipsProps {
  items: readonly Attachment[];
  isSending: boolean;
  onRemove: (file: File) => void;
}

/** The files sent with the task, each with its size, its upload's progress and a button that removes it. */
function AttachmentChips({ items, isSending, onRemove }: AttachmentChipsProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={COMPOSER_TEXTS.attached}>
      {items.map(({ file, progress }) => (
        <li key={file.name} className={styles.chip}>
          <FileIcon size={14} />
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{formatBytes(file.size)}</span>
          {isSending ? (
            <progress className={styles.progress} max={1} value={progress ?? 0} aria-label="Uploaded" />
          ) : (
            <button
              type="button"
              className={styles.remove}
              aria-label={COMPOSER_TEXTS.remove(file.name)}
              onClick={() => onRemove(file)}
            >
              <CloseIcon size={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
