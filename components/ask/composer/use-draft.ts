'use client';

import { useCallback, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { COMPOSER_TEXTS } from './composer-texts.ts';
import { type Attachments, useAttachments } from './use-attachments.ts';

/** A task to send. */
export interface Draft {
  text: string;
  files: readonly File[];
  /** Reports how much of a file was sent, 0 to 1. */
  onProgress: (file: File, fraction: number) => void;
}

interface DraftState {
  text: string;
  setText: (text: string) => void;
  attachments: Attachments;
  /** Attaches what was dropped; folders are refused. */
  drop: (dropped: { files: File[]; hasFolder: boolean }) => void;
  isSending: boolean;
  /** What went wrong last, as a sentence; empty if nothing did. */
  failure: string;
  send: () => Promise<void>;
}

/** Opens a dropped notebook with the files that were dropped with it. */
export type OpenNotebook = (notebook: File, beside: readonly File[]) => Promise<void>;

/**
 * The task being written: kept when sending fails, emptied when it succeeds. With `openNotebook`, which must stay the
 * same function, a dropped notebook file is opened instead of attached.
 */
export function useDraft(
  onSend: (draft: Draft) => Promise<void>,
  openNotebook: OpenNotebook | undefined,
  onAttach: ((file: File) => void) | undefined,
): DraftState {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const attachments = useAttachments(onAttach);
  const { items, add, setProgress, clear } = attachments;

  const drop = useCallback<DraftState['drop']>(
    ({ files, hasFolder }) => {
      setFailure(hasFolder ? COMPOSER_TEXTS.noFolders : '');
      const notebook = openNotebook && files.find(({ name }) => /\.ipynb$/i.test(name));
      if (!notebook) return add(files);
      setSending(true);
      openNotebook(
        notebook,
        files.filter((file) => file !== notebook),
      ).catch((error: unknown) => {
        setFailure(toMessage(error));
        setSending(false);
      });
    },
    [add, openNotebook],
  );

  const send = async () => {
    setSending(true);
    setFailure('');
    try {
      const files = items.map((item) => item.file);
      await onSend({ text: text.trim(), files, onProgress: setProgress });
      setText((now) => dropSent(now, text));
      clear(files);
    } catch (error) {
      setFailure(toMessage(error));
    } finally {
      setSending(false);
    }
  };

  return { text, setText, attachments, drop, isSending, failure, send };
}

/** Keeps what was written while the task was being sent. */
function dropSent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
