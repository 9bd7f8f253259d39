import { useCallback, useEffect, useRef, useState } from 'react';
import type { Plate } from './choose-plate.ts';
import { findPlate } from './picture.ts';

/** A page that never rests reads it after so long. */
const MAX_WAIT_MS = 2_000;

/**
 * What the picture needs behind it; `light` before it has loaded. Pixels are read when the page has time, and not at all
 * if the picture is gone by then.
 */
export function usePlate(): { plate: Plate; onLoad: (image: HTMLImageElement) => void } {
  const [plate, setPlate] = useState<Plate>('light');
  const cancelRef = useRef(() => {});
  useEffect(() => () => cancelRef.current(), []);
  const onLoad = useCallback((image: HTMLImageElement) => {
    cancelRef.current();
    cancelRef.current = whenIdle(() => setPlate(findPlate(image)));
  }, []);
  return { plate, onLoad };
}

/** Returns what takes it back. */
function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}
