'use client';

import { useEffect, useState } from 'react';
import { readDrop } from './read-drop.ts';

/** Browsers report a drag at least every 350 ms, also one that is held still. */
const MAX_SILENCE_MS = 500;

/** Accepts files and folders dropped anywhere on the page. `onDrop` also gets how reading a folder failed. Returns whether some are being dragged over it. */
export function useFileDrop(onDrop: (files: File[], failure: unknown) => void): boolean {
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
      const { files, folders } = readDrop(event.dataTransfer?.items ?? []);
      if (folders.length === 0) return onDrop(files, null);
      listFolders(folders).then(
        (inside) => onDrop([...files, ...inside.flat()], null),
        (failure: unknown) => onDrop(files, failure),
      );
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

/** Loaded with the first folder. */
async function listFolders(folders: readonly FileSystemEntry[]): Promise<File[][]> {
  const { listFolder } = await import('./list-folder.ts');
  return Promise.all(folders.map(listFolder));
}
