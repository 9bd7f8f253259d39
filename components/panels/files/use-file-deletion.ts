'use client';

import { useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { deleteFile, restoreFile } from '../../api/files-api.ts';

export interface FileDeletion {
  /** The file that was deleted last and not brought back, with its ID in the trash. */
  readonly last: { readonly id: string; readonly name: string } | null;
  /** What went wrong last, as a sentence; empty if nothing did. */
  readonly failure: string;
  remove(name: string): void;
  undo(): void;
}

/** Deletes files of the session, and takes the last deletion back. `onChange`: after either. */
export function useFileDeletion(sessionId: string, onChange: () => void): FileDeletion {
  const [last, setLast] = useState<FileDeletion['last']>(null);
  const [failure, setFailure] = useState('');
  const perform = (work: Promise<(before: FileDeletion['last']) => FileDeletion['last']>) => {
    setFailure('');
    work.then(setLast, (error: unknown) => setFailure(toMessage(error))).finally(onChange);
  };
  return {
    last,
    failure,
    // Deleted twice quickly, the first deletion is the one to take back.
    remove: (name) =>
      perform(deleteFile(sessionId, name).then((id) => (before) => (id === null ? before : { id, name }))),
    undo: () => {
      if (last) perform(restoreFile(sessionId, last.id).then(() => () => null));
    },
  };
}
