/** The parts of a DataTransferItem that are read; it presents a folder as a file. */
type DroppedItem = Pick<DataTransferItem, 'getAsFile'> & {
  webkitGetAsEntry(): Pick<FileSystemEntry, 'isDirectory'> | null;
};

/** The files that were dropped, and whether folders were dropped too. */
export function readDrop(items: Iterable<DroppedItem>): { files: File[]; hasFolder: boolean } {
  const files: File[] = [];
  let hasFolder = false;
  for (const item of items) {
    const file = item.getAsFile();
    if (item.webkitGetAsEntry()?.isDirectory) hasFolder = true;
    else if (file) files.push(file);
  }
  return { files, hasFolder };
}
