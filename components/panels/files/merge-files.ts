import type { FileListing } from '../../../lib/protocol/files/workspace-file.ts';
import type { SessionFile } from '../../../lib/session/session-file.ts';

/** A file as the sidebar shows it. */
export interface FileEntry {
  readonly name: string;
  readonly bytes: number;
  /**
   * What code did to it: `new` was created in the last run or since, `made` before; `changed` is an upload that code has
   * written to, `deleted` one that it has deleted. Null: as the user added it.
   */
  readonly mark: 'new' | 'made' | 'changed' | 'deleted' | null;
  readonly credit?: string;
  /** What a language model is told of it, as long as nothing has written to it. */
  readonly profile?: string;
  /** Milliseconds since 1970; absent for what is not there. */
  readonly modifiedAt?: number;
}

/** What is in the workspace, and which files the session had when that was asked for. */
type AskedListing = FileListing & { readonly asked: readonly SessionFile[] };

/**
 * What the user added, then what code created, the newest first. `lastRunAt`: when the last run began, milliseconds since
 * 1970. Without a listing, only what the log has.
 */
export function mergeFiles(
  added: readonly SessionFile[],
  listing: AskedListing | null,
  lastRunAt: number,
): FileEntry[] {
  if (!listing) return added.map((file) => toEntry({ name: file.name, bytes: file.bytes }, null, file));
  // An upload that was deleted since is in the listing, and nobody's file any more.
  const wasAdded = new Set(listing.asked.map(({ name }) => name));
  const byName = new Map(listing.files.map((file) => [file.name, file]));
  // A listing that was cut does not show which files are gone, nor does one from before the file was added.
  const isGone = (file: SessionFile) => !listing.isCut && listing.asked.includes(file);
  const known = added.map((upload) => {
    const { name, bytes } = upload;
    const file = byName.get(name);
    byName.delete(name);
    if (!file) return toEntry({ name, bytes }, isGone(upload) ? 'deleted' : null, upload);
    return toEntry(file, file.bytes === bytes ? null : 'changed', upload);
  });
  const made = [...byName.values()]
    .filter(({ name }) => !wasAdded.has(name))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);
  return [
    ...known,
    ...made.map((file) => toEntry(file, lastRunAt > 0 && file.modifiedAt >= lastRunAt ? 'new' : 'made')),
  ];
}

function toEntry(
  { name, bytes, modifiedAt }: { name: string; bytes: number; modifiedAt?: number },
  mark: FileEntry['mark'],
  { credit, profile = '' }: Partial<SessionFile> = {},
): FileEntry {
  return {
    name,
    bytes,
    mark,
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    ...(credit === undefined ? {} : { credit }),
    ...(profile === '' || mark !== null ? {} : { profile }),
  };
}
