'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';

interface Action {
  /** Starts the action unless it is still running. The same function each time. */
  run: () => void;
  isRunning: boolean;
  /** The sentence of the last failure; empty when there was none. */
  failure: string;
}

/** An action that a click starts and that may fail. A failure is over once `subject`, what it was about, is another. */
export function useAction(perform: () => Promise<void>, subject?: unknown): Action {
  const [isRunning, setRunning] = useState(false);
  const [failed, setFailed] = useState({ text: '', subject });
  const subjectRef = useRef(subject);
  const performRef = useRef(perform);
  // Two clicks can come before the first has drawn anything.
  const isRunningRef = useRef(false);
  useEffect(() => {
    performRef.current = perform;
    subjectRef.current = subject;
  });
  const run = useCallback(() => {
    if (isRunningRef.current) return;
    const setGoingOn = (isGoingOn: boolean) => {
      isRunningRef.current = isGoingOn;
      setRunning(isGoingOn);
    };
    setGoingOn(true);
    const fail = (text: string) => setFailed({ text, subject: subjectRef.current });
    fail('');
    performRef
      .current()
      .catch((error: unknown) => fail(toMessage(error)))
      .finally(() => setGoingOn(false));
  }, []);
  return { run, isRunning, failure: failed.subject === subject ? failed.text : '' };
}
