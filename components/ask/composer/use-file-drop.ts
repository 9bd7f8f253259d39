'use client';

import { useEffect, useState } from 'react';

/** Browsers report a drag at least every 350 ms, also one that is held still. */
const MAX_SILENCE_MS = 500;

/** The parts of a DataTransferItem that are read; it presents a folder as a file. */
type DroppedItem = Pick<DataTransferItem, 'getAsFile' | 'webkitGetAsEntry'>;

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

/** The files that were dropped, and the folders, which must be asked for before the event ends. */
export function readDrop(items: Iterable<DroppedItem>): { files: File[]; folders: FileSystemEntry[] } {
  const files: File[] = [];
  const folders: FileSystemEntry[] = [];
  for (const item of items) {
    const file = item.getAsFile();
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) folders.push(entry);
    else if (file) files.push(file);
  }
  return { files, folders };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Loaded with the first folder. */
async function listFolders(folders: readonly FileSystemEntry[]): Promise<File[][]> {
  const { listFolder } = await import('./list-folder.ts');
  return Promise.all(folders.map(listFolder));
}
