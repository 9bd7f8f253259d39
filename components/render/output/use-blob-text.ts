'use client';

import { useContext, useEffect, useState } from 'react';
import type { BlobRef } from '../../../lib/notebook/blob-ref.ts';
import { readBlob } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { OpeningContext } from '../../ui/layers/create-late.tsx';
import { DRAWING_TEXTS } from './parts/drawing-texts.ts';

interface BlobText {
  /** Null while it is being loaded. */
  text: string | null;
  /** A sentence when it cannot be loaded. */
  failure: string | null;
}

const LOADING: BlobText = { text: null, failure: null };

/** Loads text that was too big for an event; does nothing without a reference. */
export function useBlobText(reference: BlobRef | null, mimeType: string): BlobText {
  const sessionId = useSessionId();
  const [state, setState] = useState(LOADING);
  const blob = reference?.blob ?? null;
  const hold = useContext(OpeningContext);
  const isLoading = blob !== null && state === LOADING;
  useEffect(() => {
    if (isLoading) return hold?.();
  }, [isLoading, hold]);
  useEffect(() => {
    if (blob === null) return;
    const abort = new AbortController();
    readBlob(sessionId, blob, mimeType, abort.signal)
      .then(async (response) => setState({ text: await response.text(), failure: null }))
      .catch(() => {
        if (abort.signal.aborted) return;
        setState({ text: null, failure: DRAWING_TEXTS.notLoaded });
      });
    return () => abort.abort();
  }, [sessionId, blob, mimeType]);
  return state;
}
