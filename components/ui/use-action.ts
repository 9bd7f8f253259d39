'use client';

import { useState } from 'react';
import { toMessage } from '../../lib/util/app-error.ts';

interface Action {
  /** Starts the action unless it is still going on. */
  run: () => void;
  isRunning: boolean;
  /** The sentence of the last failure; empty when there was none. */
  failure: string;
}

/** Something that a click starts and that may fail. */
export function useAction(perform: () => Promise<void>): Action {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState('');
  const run = () => {
    if (isRunning) return;
    setRunning(true);
    setFailure('');
    perform()
      .catch((error: unknown) => setFailure(toMessage(error)))
      .finally(() => setRunning(false));
  };
  return { run, isRunning, failure };
}
