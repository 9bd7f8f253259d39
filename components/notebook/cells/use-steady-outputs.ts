'use client';

import { useEffect, useReducer, useRef } from 'react';
import type { Output } from '../../../lib/notebook/output.ts';
import type { Cell } from '../../../lib/session/session.ts';

/** Most code that clears its output writes new output at once. */
const HOLD_MS = 200;

/** The cell's outputs. While it runs, cleared ones stay until others arrive or a moment passes, so that nothing jumps. */
export function useSteadyOutputs({ outputs, status }: Cell): readonly Output[] {
  const shownRef = useRef(outputs);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isHeld = status === 'running' && outputs.length === 0 && shownRef.current.length > 0;

  useEffect(() => {
    if (!isHeld) shownRef.current = outputs;
  }, [outputs, isHeld]);

  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => {
      shownRef.current = [];
      redraw();
    }, HOLD_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  return isHeld ? shownRef.current : outputs;
}
