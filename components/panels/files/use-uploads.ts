'use client';

import { useCallback, useMemo, useRef, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { uploadFile } from '../../api/actbook-api.ts';
import { toNamedFile } from '../../ui/controls/pick-files.ts';

export interface Upload {
  readonly id: number;
  /** With the name it will have in the workspace. */
  readonly file: File;
  /** Sent fraction, 0 to 1. */
  readonly progress: number;
  /** What went wrong, as a sentence; empty if nothing did. */
  readonly failure: string;
}

export interface Uploads {
  /** Those in progress and those that failed. */
  readonly items: readonly Upload[];
  /** Puts files into the workspace, a few at a time. */
  add(files: readonly File[]): void;
  /**
   * The same for one file that has its final name. Resolves to where it is; null if that failed, which is shown next to the
   * file. Stays the same function.
   */
  start(file: File): Promise<string | null>;
  /** Resolves to where the file is in the workspace; sends it at most once. Throws AppError with a sentence if that fails. */
  ensure(file: File): Promise<string>;
  retry(upload: Upload): void;
  dismiss(upload: Upload): void;
}

/** Sent at the same time; more would only slow each other down. */
const MAX_AT_ONCE = 3;

/** Files being uploaded to the session's workspace. */
export function useUploads(sessionId: string): Uploads {
  const [items, setItems] = useState<readonly Upload[]>([]);
  const queueRef = useRef({ count: 0, running: 0, waiting: [] as (() => void)[] });
  /** The last upload of each name: the next waits for it, or the file that was added first could replace it. */
  const lastRef = useRef(new Map<string, Promise<unknown>>());
  const sentRef = useRef(new WeakMap<File, Promise<string>>());

  const send = useCallback(
    async (file: File, earlier: Promise<unknown> | undefined): Promise<string> => {
      const queue = queueRef.current;
      const id = queue.count++;
      const patch = (change: Partial<Upload>) =>
        setItems((before) => before.map((item) => (item.id === id ? { ...item, ...change } : item)));
      setItems((before) => [
        ...before.filter((item) => item.file.name !== file.name || item.failure === ''),
        { id, file, progress: 0, failure: '' },
      ]);
      await earlier?.catch(() => {});
      if (queue.running >= MAX_AT_ONCE) await new Promise<void>((go) => queue.waiting.push(go));
      queue.running += 1;
      try {
        const name = await uploadFile(sessionId, file, (progress) => patch({ progress }));
        setItems((before) => before.filter((item) => item.id !== id));
        return name;
      } catch (error) {
        sentRef.current.delete(file);
        patch({ failure: toMessage(error) });
        throw error;
      } finally {
        queue.running -= 1;
        queue.waiting.shift()?.();
      }
    },
    [sessionId],
  );

  const ensure = useCallback(
    (file: File): Promise<string> => {
      const last = lastRef.current;
      const sent = sentRef.current.get(file) ?? send(file, last.get(file.name));
      sentRef.current.set(file, sent);
      last.set(file.name, sent);
      return sent;
    },
    [send],
  );

  const start = useCallback((file: File) => ensure(file).catch(() => null), [ensure]);

  return useMemo(
    () => ({
      items,
      start,
      ensure,
      add: (files) => {
        for (const file of files) void start(toNamedFile(file));
      },
      retry: ({ file }) => void start(file),
      dismiss: ({ id }) => setItems((before) => before.filter((item) => item.id !== id)),
    }),
    [items, start, ensure],
  );
}
