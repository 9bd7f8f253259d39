/** Which files of a session are read, and why the others are not. */
import type { DataReader } from '../../model/model.ts';
import type { Session } from '../../session/session.ts';
import { groupFiles } from '../../session/view/files/group-files.ts';
import { listWords } from '../answer/format-value.ts';
import { isDataFile } from '../load/is-data-file.ts';

export interface UnreadFile {
  readonly name: string;
  /** Continues after its name: "is empty". */
  readonly why: string;
}

export interface SortedFiles {
  readonly readable: readonly string[];
  readonly unread: readonly UnreadFile[];
}

/** Each is asked of the kernel. */
const MAX_LOOKED_INTO = 20;
const MAX_NAMED = 3;
const UNKNOWN = 'is not in a format that is read as a table';
const FORMATS = 'I read CSV, TSV, JSON, GeoJSON, Excel, Parquet, Feather, and SQLite files.';

/** A file whose name does not say that it has a table is looked into. */
export async function sortFiles({ files }: Session, data: DataReader | undefined): Promise<SortedFiles> {
  const readable: string[] = [];
  const unread: UnreadFile[] = [];
  let looked = 0;
  for (const { name } of groupFiles(files)) {
    const isKnown = isDataFile(name);
    looked += isKnown ? 0 : 1;
    const format = isKnown || !data || looked > MAX_LOOKED_INTO ? null : await data.findFormat(name);
    if (isKnown || (format && format.kind !== 'none')) readable.push(name);
    else unread.push({ name, why: format?.kind === 'none' ? format.why : UNKNOWN });
  }
  return { readable, unread };
}

export function describeUnread(files: readonly UnreadFile[]): string {
  const named = files.slice(0, MAX_NAMED).map(({ name, why }) => `The file \`${name}\` ${why}.`);
  const more = files.length - named.length;
  const rest = more > 0 ? [`Nor are ${more} other files read.`] : [];
  return [...named, ...rest, ...(files.some(({ why }) => why === UNKNOWN) ? [FORMATS] : [])].join(' ');
}

/** Files that an answer is not made of: those that cannot be read, and those past what is looked at for one question. */
export function describeAside({
  unread,
  skipped,
}: {
  readonly unread: readonly UnreadFile[];
  readonly skipped: readonly string[];
}): string[] {
  const named = skipped.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
  const more = skipped.length - named.length;
  const listed = listWords([...named, ...(more > 0 ? [`${more} more`] : [])]);
  return [
    ...(unread.length > 0 ? [describeUnread(unread)] : []),
    ...(skipped.length > 0 ? [`I did not look at ${listed}: name a file to ask about it.`] : []),
  ];
}

/** Unread files that these words of a question are about: by their names, or by what they end with. */
export function findMeant(words: readonly string[], files: readonly UnreadFile[]): UnreadFile[] {
  const asked = new Set(words.map((word) => word.toLowerCase()));
  return files.filter(({ name }) =>
    (name.split('/').at(-1) ?? name)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((part) => part !== '' && asked.has(part)),
  );
}
