'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';

export interface Loaded<Value> {
  /** The last loaded value, also while another is loading; null before the first. */
  readonly value: Value | null;
  readonly isLoading: boolean;
  /** The sentence of the last failure; empty when there was none. */
  readonly failure: string;
  /** The same function each time. */
  reload(): void;
}

/** What `load` resolves to; loaded again whenever `key` changes. Outdated replies are ignored. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ value: Value | null; isLoading: boolean; failure: string }>({
    value: null,
    isLoading: true,
    failure: '',
  });
  const [count, setCount] = useState(0);
  const loadRef = useRef(load);
  useEffect(() => {
    loadRef.current = load;
  });
  const wanted = `${count} ${key}`;
  const wantedRef = useRef('');
  useEffect(() => {
    wantedRef.current = wanted;
    const isWanted = () => wantedRef.current === wanted;
    setState((before) => ({ ...before, isLoading: true }));
    loadRef.current().then(
      (value) => isWanted() && setState({ value, isLoading: false, failure: '' }),
      (error: unknown) =>
        isWanted() && setState((before) => ({ ...before, isLoading: false, failure: toMessage(error) })),
    );
    return () => {
      wantedRef.current = '';
    };
  }, [wanted]);
  const reload = useCallback(() => setCount((before) => before + 1), []);
  return { ...state, reload };
}
