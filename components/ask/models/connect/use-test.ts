'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toMessage } from '../../../../lib/util/app-error.ts';

interface TestState<Draft, Result> {
  /** Of the last test that ended; null before the first. */
  result: Result | null;
  isRunning: boolean;
  /** Why there was no test, as a sentence; empty otherwise. */
  failure: string;
  /** Replaces one that is running. Resolves to what it found; null if there was no test. The same function each time. */
  run: (draft: Draft) => Promise<Result | null>;
  stop: () => void;
  /** What was found is of something else now. */
  forget: () => void;
}

/** Tests what `ask` asks, which must stay the same function; ends with the component. */
export function useTest<Draft, Result>(
  ask: (draft: Draft, signal: AbortSignal) => Promise<Result>,
  onResult?: (result: Result) => void,
): TestState<Draft, Result> {
  const [result, setResult] = useState<Result | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState('');
  const controllerRef = useRef<AbortController | null>(null);
  const onResultRef = useRef(onResult);
  useEffect(() => {
    onResultRef.current = onResult;
  });
  useEffect(() => () => controllerRef.current?.abort(), []);
  const stop = useCallback(() => {
    controllerRef.current?.abort();
    setRunning(false);
  }, []);
  const forget = useCallback(() => {
    stop();
    setResult(null);
  }, [stop]);
  const run = useCallback(
    async (draft: Draft): Promise<Result | null> => {
      controllerRef.current?.abort();
      const controller = new AbortController();
      controllerRef.current = controller;
      const settle = (change: () => void) => {
        if (controller.signal.aborted) return;
        change();
        setRunning(false);
      };
      setRunning(true);
      setFailure('');
      setResult(null);
      try {
        const tested = await ask(draft, controller.signal);
        settle(() => {
          setResult(tested);
          onResultRef.current?.(tested);
        });
        return controller.signal.aborted ? null : tested;
      } catch (error) {
        settle(() => setFailure(toMessage(error)));
        return null;
      }
    },
    [ask],
  );
  return { result, isRunning, failure, run, stop, forget };
}
