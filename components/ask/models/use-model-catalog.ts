'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ModelProvider } from '../../../lib/protocol/models/model-catalog.ts';
import { toMessage } from '../../../lib/util/app-error.ts';
import { listModels } from '../../api/actbook-api.ts';

export interface ModelCatalog {
  /** Null until the servers have answered. */
  providers: readonly ModelProvider[] | null;
  isLoading: boolean;
  /** Why there is no list, as a sentence; empty when there is one. */
  failure: string;
  /** Asks the servers again. */
  reload: () => void;
}

/** What the model servers offer. They are first asked when `isWanted` becomes true. */
export function useModelCatalog(isWanted: boolean): ModelCatalog {
  const [providers, setProviders] = useState<readonly ModelProvider[] | null>(null);
  const [failure, setFailure] = useState('');
  const [isLoading, setLoading] = useState(false);
  const lastRef = useRef(0);
  const load = useCallback((fresh: boolean) => {
    lastRef.current += 1;
    const turn = lastRef.current;
    // A slow answer must not replace a newer one.
    const settle = (change: () => void) => {
      if (turn !== lastRef.current) return;
      change();
      setLoading(false);
    };
    setLoading(true);
    setFailure('');
    listModels(fresh).then(
      (found) => settle(() => setProviders(found)),
      (error: unknown) => settle(() => setFailure(toMessage(error))),
    );
  }, []);
  useEffect(() => {
    if (isWanted) load(false);
  }, [isWanted, load]);
  return { providers, isLoading, failure, reload: () => load(true) };
}
