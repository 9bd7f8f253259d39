'use client';

import { useEffect, useState } from 'react';
import { readDrop } from './read-drop.ts';

/** Browsers report a drag at least every 350 ms, also one that is held still. */
const MAX_SILENCE_MS = 500;

/** Accepts files dropped anywhere on the page. Returns whether some are being dragged over it. */
export function useFileDrop(onDrop: (dropped: ReturnType<typeof readDrop>) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Not by what is entered and left: what a run replaces under the pointer is never reported as left.
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(end, MAX_SILENCE_MS);
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      end();
      onDrop(readDrop(event.dataTransfer?.items ?? []));
    };
    addEventListener('dragover', allow);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', allow);
      removeEventListener('drop', drop);
      end();
    };
  }, [onDrop]);
  return isOver;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
