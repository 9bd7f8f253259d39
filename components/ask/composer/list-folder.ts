/** The files of a dropped folder, with their paths in it as names. Hidden ones are left out, as in the list of files. */
export async function listFolder(entry: FileSystemEntry): Promise<File[]> {
  if (!isListed(entry.name)) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [new File([file], entry.fullPath.replace(/^\//, ''), { type: file.type })];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: File[] = [];
  // It gives at most 100 at a time.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return files;
    for (const each of entries) files.push(...(await listFolder(each)));
  }
}

/** Whether the list of files would have it. */
export const isListed = (name: string): boolean => !name.startsWith('.') && name !== '__pycache__';
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
