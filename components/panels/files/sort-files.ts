import type { FileEntry } from './merge-files.ts';

export interface FileOrder {
  readonly id: 'name' | 'changed' | 'size';
  compare(one: FileEntry, other: FileEntry): number;
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** Without one of these: first what the user added, then what code created, the newest first. */
export const FILE_ORDERS: readonly FileOrder[] = [
  { id: 'name', compare: (one, other) => NAMES.compare(one.name, other.name) },
  { id: 'changed', compare: (one, other) => (other.modifiedAt ?? 0) - (one.modifiedAt ?? 0) },
  { id: 'size', compare: (one, other) => other.bytes - one.bytes },
];
