'use client';

import { useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { callApi } from '../../api/call-api.ts';

export interface Deletion {
  /** Stays true after the session is deleted, so that nothing acts on it while the page changes. */
  readonly isDeleting: boolean;
  /** What went wrong last, as a sentence; empty if nothing did. */
  readonly failure: string;
  run(): void;
}

export function useDeletion(sessionId: string, onDeleted: () => void): Deletion {
  const [isDeleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState('');
  const run = () => {
    setDeleting(true);
    setFailure('');
    callApi('deleteSession', { params: { sessionId } }).then(onDeleted, (error: unknown) => {
      setDeleting(false);
      setFailure(toMessage(error));
    });
  };
  return { isDeleting, failure, run };
}
