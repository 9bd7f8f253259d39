'use client';

import { type Dispatch, type SetStateAction, useCallback } from 'react';
import { toNamedFile } from '../../ui/controls/pick-files.ts';

/** A file chosen for the next task. It replaces an earlier one with the same name, as it will in the workspace. */
export interface Attachment {
  /** With the name it will have in the workspace. */
  readonly file: File;
  /** Sent fraction, 0 to 1; null before sending. */
  readonly progress: number | null;
}

/** Of the next task: a state and what changes it. */
export type AttachedFiles = readonly [
  items: readonly Attachment[],
  setItems: Dispatch<SetStateAction<readonly Attachment[]>>,
];

export interface Attachments {
  readonly items: readonly Attachment[];
  add(files: Iterable<File>): void;
  remove(file: File): void;
  setProgress(file: File, progress: number): void;
  /** Removes those that were sent; others may have been added since. */
  clear(sent: readonly File[]): void;
}

/** Takes a file of the next task at once. Resolves to where it is in the workspace, or to null if it is not there. */
type OnAttach = (file: File) => Promise<string | null>;

/**
 * Where the files are is a state of the caller, who may keep it longer than the composer is shown. `onAttach`, which must stay the same function, is called with each file. One that was put into a folder, because the
 * code reads it there, is not for the question: the page says where it is.
 */
export function useAttachments([items, setItems]: AttachedFiles, onAttach?: OnAttach): Attachments {
  const remove = useCallback(
    (file: File) => setItems((before) => before.filter((item) => item.file !== file)),
    [setItems],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      const named = Array.from(files, toNamedFile);
      setItems((before) => named.reduce(putFile, before));
      if (!onAttach) return;
      for (const file of named)
        void onAttach(file).then((place) => place !== null && place !== file.name && remove(file));
    },
    [setItems, onAttach, remove],
  );

  const setProgress = useCallback(
    (file: File, progress: number) =>
      setItems((before) => before.map((item) => (item.file === file ? { file, progress } : item))),
    [setItems],
  );

  const clear = useCallback(
    (sent: readonly File[]) => setItems((before) => before.filter((item) => !sent.includes(item.file))),
    [setItems],
  );

  return { items, add, remove, setProgress, clear };
}

function putFile(items: readonly Attachment[], file: File): readonly Attachment[] {
  const others = items.filter((item) => item.file.name !== file.name);
  return [...others, { file, progress: null }];
}
