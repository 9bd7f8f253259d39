import { useEffect, useRef, useState } from 'react';
import { isBusy, type Session } from '../../../lib/session/session.ts';
import type { LookUpNumbers } from './create-number-lookup.ts';
import { NO_QUANTITIES, type Quantities } from './quantities-context.ts';

/** Looks up the numbers of answers whenever nothing runs: one answer at a time, and only those whose sources have changed. */
export function useQuantities(session: Session): Quantities {
  const [quantities, setQuantities] = useState(NO_QUANTITIES);
  const lookUpRef = useRef<LookUpNumbers | null>(null);
  const busy = isBusy(session);
  const { cells } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only cells, and runs that have ended, change what is found.
  useEffect(() => {
    if (busy || !cells.some(({ role }) => role === 'answer')) return;
    const controller = new AbortController();
    // If the connection broke, numbers stay as they are.
    void import('./create-number-lookup.ts')
      .then(({ createNumberLookup }) => {
        lookUpRef.current ??= createNumberLookup();
        return lookUpRef.current(session, controller.signal);
      })
      .then(
        (found) => found && setQuantities(found),
        () => {},
      );
    return () => controller.abort();
  }, [busy, cells]);
  return quantities;
}
