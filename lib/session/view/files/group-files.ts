/** The files of a session as what they are to a user: the parts of a folder of Parquet files are one table. */

const PARQUET = /\.(parquet|pq)$/i;
/** What tells parts from one another: numbers, and the IDs that Spark gives them. */
const NUMBERED = /[\da-f]*\d[\da-f]*/gi;
const PARTITION = /^[^=]+=[^=]*$/;

/** The first file, with the name of the folder instead of its own, all bytes, and how many files there are; of other files 1. */
export type GroupedFile<File> = File & { readonly count: number };

/** A folder is at the place of its first file. Its parts have names that differ in numbers only, and may be in partitions such as `month=01`. */
export function groupFiles<File extends { readonly name: string; readonly bytes: number }>(
  files: readonly File[],
): GroupedFile<File>[] {
  const groups = [...Map.groupBy(files, ({ name }) => (PARQUET.test(name) ? toFolder(name) : ''))];
  const tables = new Map(groups.filter(([folder, parts]) => folder !== '' && areParts(parts, folder)));
  return files.flatMap((file) => {
    const folder = PARQUET.test(file.name) ? toFolder(file.name) : '';
    const parts = tables.get(folder);
    if (!parts) return [{ ...file, count: 1 }];
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    return file === parts[0] ? [{ ...file, name: folder, bytes, count: parts.length }] : [];
  });
}

function areParts(files: readonly { readonly name: string }[], folder: string): boolean {
  return files.length > 1 && new Set(files.map(({ name }) => toPattern(name, folder))).size === 1;
}

/** Above its partitions. */
function toFolder(name: string): string {
  const folders = name.split('/').slice(0, -1);
  while (PARTITION.test(folders.at(-1) ?? '')) folders.pop();
  return folders.join('/');
}

/** The partitions of a file, by their names alone, and its own name without numbers. */
function toPattern(name: string, folder: string): string {
  const parts = name.slice(folder.length + 1).split('/');
  const file = (parts.pop() ?? '').replaceAll(NUMBERED, '#');
  return [...parts.map((part) => part.split('=')[0]), file].join('/');
}
