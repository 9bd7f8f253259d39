import { type GroupedFile, groupFiles } from '../../../lib/session/view/files/group-files.ts';
import type { FileEntry } from './merge-files.ts';

/** Folders of Parquet files as one entry each; files that were deleted are not part of one. */
export function groupEntries(entries: readonly FileEntry[]): GroupedFile<FileEntry>[] {
  const gone = entries.filter(({ mark }) => mark === 'deleted');
  const there = entries.filter(({ mark }) => mark !== 'deleted');
  return [...groupFiles(there), ...gone.map((file) => ({ ...file, count: 1 }))];
}
