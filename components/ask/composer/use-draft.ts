'use client';

import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { createDrafts } from '../../notebook/editor/drafts.ts';
import { COMPOSER_TEXTS } from './composer-texts.ts';
import type { Attachments } from './use-attachments.ts';

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
  /** Attaches what was dropped, and says that a folder could not be read. */
  drop: (files: File[], failure: unknown) => void;
  isSending: boolean;
  /** What went wrong last, as a sentence; empty if nothing did. */
  failure: string;
  send: () => Promise<void>;
}

/** Opens a dropped notebook with the files that were attached before, or dropped with it. */
export type OpenNotebook = (notebook: File, beside: readonly File[]) => Promise<void>;

/**
 * The task being written: kept when sending fails and when the page is closed, emptied when it was sent. `scope` says
 * which one it is: the ID of the session, or a name. `readField` tells what is in the field before the page listens to
 * it. With `openNotebook`, which must stay the same function, a dropped notebook file is opened instead of attached.
 */
export function useDraft(
  scope: string,
  readField: () => string,
  onSend: (draft: Draft) => Promise<void>,
  openNotebook: OpenNotebook | undefined,
  attachments: Attachments,
): DraftState {
  const { text, setText, drop: dropText } = useKeptText(scope, readField);
  const [failure, setFailure] = useState('');
  const [isSending, setSending] = useState(false);
  const { items, add, setProgress, clear } = attachments;

  const drop = useCallback<DraftState['drop']>(
    (files, failure) => {
      setFailure(failure === null ? '' : COMPOSER_TEXTS.folderNotRead);
      const notebook = openNotebook && files.find(({ name }) => /\.ipynb$/i.test(name));
      if (!notebook) return add(files);
      setSending(true);
      const beside = files.filter((file) => file !== notebook);
      openNotebook(notebook, [...items.map(({ file }) => file), ...beside]).catch((error: unknown) => {
        setFailure(toMessage(error));
        setSending(false);
        add(beside);
      });
    },
    [items, add, openNotebook],
  );

  const send = async () => {
    setSending(true);
    setFailure('');
    try {
      const files = items.map((item) => item.file);
      await onSend({ text: text.trim(), files, onProgress: setProgress });
      dropText(text);
      clear(files);
    } catch (error) {
      setFailure(toMessage(error));
    } finally {
      setSending(false);
    }
  };

  return { text, setText, drop, isSending, failure, send };
}

const NAME = 'question';

/** Text that outlives the page. It is read once the page is drawn, because the server does not have it. */
function useKeptText(scope: string, readField: () => string) {
  const [text, setState] = useState('');
  const [drafts] = useState(() => createDrafts(scope));
  const setText = useCallback(
    (next: string) => {
      setState(next);
      if (next.trim() === '') drafts.remove(NAME);
      else drafts.write(NAME, { text: next });
    },
    [drafts],
  );
  const takeTyped = useEffectEvent(() => setState(readField()));
  useEffect(() => {
    let isGone = false;
    takeTyped();
    void drafts.resume(NAME).then((draft) => {
      if (isGone) return;
      setState((now) => {
        const text = join(draft?.text ?? '', now);
        if (text.trim() !== '') drafts.write(NAME, { text });
        return text;
      });
    });
    return () => {
      isGone = true;
    };
  }, [drafts]);
  const drop = (sent: string) => {
    // Also where the page is on its way to another.
    drafts.remove(NAME);
    setState((now) => {
      const left = dropSent(now, sent);
      if (left !== '') drafts.write(NAME, { text: left });
      return left;
    });
  };
  return { text, setText, drop };
}

/** What was kept, and below it what was typed before it was here, unless that is the same: browsers restore fields, too. */
function join(kept: string, typed: string): string {
  if (typed.trim() === '' || typed === kept) return kept;
  return kept === '' ? typed : `${kept}\n${typed}`;
}

/** Keeps what was written while the task was being sent. */
function dropSent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}
