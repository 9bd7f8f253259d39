'use client';

import { useEffect, useState } from 'react';
import { readDrop } from './read-drop.ts';

/** Accepts files dropped anywhere on the page. Returns whether some are being dragged over it. */
export function useFileDrop(onDrop: (dropped: ReturnType<typeof readDrop>) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Every element entered or left along the way fires; the page is left when the last one is.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      onDrop(readDrop(event.dataTransfer?.items ?? []));
    };
    const abort = new AbortController();
    const { signal } = abort;
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('dragover', allow, { signal });
    addEventListener('drop', drop, { signal });
    return () => abort.abort();
  }, [onDrop]);
  return isOver;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
