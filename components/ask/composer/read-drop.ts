/** The parts of a DataTransferItem that are read; it presents a folder as a file. */
type DroppedItem = Pick<DataTransferItem, 'getAsFile' | 'webkitGetAsEntry'>;

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
