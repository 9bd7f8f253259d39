'use client';

import { useRef, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { callApi } from '../../api/call-api.ts';
import { deleteFile } from '../../api/files-api.ts';

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
  /** The file that is being brought back: pressed again meanwhile, it is asked for once. */
  const askedRef = useRef('');
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
      if (!last || last.id === askedRef.current) return;
      askedRef.current = last.id;
      const restored = callApi('restoreFile', { params: { sessionId, fileId: last.id } }).finally(() => {
        askedRef.current = '';
      });
      perform(restored.then(() => () => null));
    },
  };
}
