'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toMessage } from '../../lib/util/app-error.ts';

interface Action {
  /** Starts the action unless it is still running. The same function each time. */
  run: () => void;
  isRunning: boolean;
  /** The sentence of the last failure; empty when there was none. */
  failure: string;
}

/** An action that a click starts and that may fail. */
export function useAction(perform: () => Promise<void>): Action {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState('');
  const performRef = useRef(perform);
  // Two clicks can come before the first has drawn anything.
  const isRunningRef = useRef(false);
  useEffect(() => {
    performRef.current = perform;
  });
  const run = useCallback(() => {
    if (isRunningRef.current) return;
    const setGoingOn = (isGoingOn: boolean) => {
      isRunningRef.current = isGoingOn;
      setRunning(isGoingOn);
    };
    setGoingOn(true);
    setFailure('');
    performRef
      .current()
      .catch((error: unknown) => setFailure(toMessage(error)))
      .finally(() => setGoingOn(false));
  }, []);
  return { run, isRunning, failure };
}
