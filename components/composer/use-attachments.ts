'use client';

import { useCallback, useState } from 'react';
import { toFileName } from '../../lib/protocol/file-name.ts';

/** A file chosen for the next task. A file of the same name replaces the one before, as it will in the workspace. */
export interface Attachment {
  /** Under the name it will have in the workspace. */
  readonly file: File;
  /** Sent fraction, 0 to 1; null before sending. */
  readonly progress: number | null;
}

export interface Attachments {
  readonly items: readonly Attachment[];
  add(files: Iterable<File>): void;
  remove(file: File): void;
  setProgress(file: File, progress: number): void;
  clear(): void;
}

export function useAttachments(): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);

  const add = useCallback((files: Iterable<File>) => {
    const named = Array.from(files, toNamedFile);
    setItems((before) => named.reduce(putFile, before));
  }, []);

  const remove = useCallback((file: File) => {
    setItems((before) => before.filter((item) => item.file !== file));
  }, []);

  const setProgress = useCallback((file: File, progress: number) => {
    setItems((before) => before.map((item) => (item.file === file ? { file, progress } : item)));
  }, []);

  const clear = useCallback(() => setItems([]), []);

  return { items, add, remove, setProgress, clear };
}

function putFile(items: readonly Attachment[], file: File): readonly Attachment[] {
  const others = items.filter((item) => item.file.name !== file.name);
  return [...others, { file, progress: null }];
}

/** The same bytes, not read, under a name that a workspace takes. */
function toNamedFile(file: File): File {
  const name = toFileName(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type });
}
