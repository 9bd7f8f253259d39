'use client';

import { useCallback, useState } from 'react';
import { parseFileName } from '../../lib/protocol/file-name.ts';
import { toMessage } from '../../lib/util/app-error.ts';

/** A file chosen for the next task. A file of the same name replaces the one before, as it will in the workspace. */
export interface Attachment {
  readonly file: File;
  /** Sent fraction, 0 to 1; null before sending. */
  readonly progress: number | null;
}

export interface Attachments {
  readonly items: readonly Attachment[];
  /** One sentence about files that were refused; empty when none was. */
  readonly refusal: string;
  add(files: Iterable<File>): void;
  remove(file: File): void;
  setProgress(file: File, progress: number): void;
  clear(): void;
}

export function useAttachments(): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const [refusal, setRefusal] = useState('');

  const add = useCallback((files: Iterable<File>) => {
    const refused: string[] = [];
    const accepted = [...files].filter((file) => {
      const reason = findRefusal(file);
      if (reason) refused.push(reason);
      return !reason;
    });
    setRefusal(refused.join(' '));
    setItems((before) => accepted.reduce(putFile, before));
  }, []);

  const remove = useCallback((file: File) => {
    setItems((before) => before.filter((item) => item.file !== file));
  }, []);

  const setProgress = useCallback((file: File, progress: number) => {
    setItems((before) => before.map((item) => (item.file === file ? { file, progress } : item)));
  }, []);

  const clear = useCallback(() => setItems([]), []);

  return { items, refusal, add, remove, setProgress, clear };
}

function putFile(items: readonly Attachment[], file: File): readonly Attachment[] {
  const others = items.filter((item) => item.file.name !== file.name);
  return [...others, { file, progress: null }];
}

function findRefusal(file: File): string {
  try {
    parseFileName(file.name);
    return '';
  } catch (error) {
    return toMessage(error);
  }
}
