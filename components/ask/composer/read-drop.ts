/** What of a DataTransferItem is read; a folder poses as a file there. */
type DroppedItem = Pick<DataTransferItem, 'getAsFile'> & {
  webkitGetAsEntry(): Pick<FileSystemEntry, 'isDirectory'> | null;
};

/** The files among what was dropped, and whether folders were among it too. */
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
