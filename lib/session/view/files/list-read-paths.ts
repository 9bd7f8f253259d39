/** Which files the code of a notebook reads by name, as far as its text says so. */
import { parseFilePath } from '../../../protocol/files/file-name.ts';
import { attempt } from '../../../util/attempt.ts';
import type { Cell, CellVersion, Session } from '../../session.ts';

/** A path in the code: `data/churn.csv`. */
export interface ReadPath {
  /** The path as the code has it. */
  readonly path: string;
  /** The same in the notebook's folder, without `./`; null where it is outside, or cannot be there. */
  readonly place: string | null;
}

/** Functions that read, such as `pd.read_csv("sales.csv")`; `open` without a mode reads. */
const READS = String.raw`read_\w+|open|loadtxt|genfromtxt|load_workbook`;
/** Functions that write, such as `df.to_csv("made.csv")`: what the code makes is not missing. */
const WRITES = String.raw`to_\w+|write_\w+|savefig|savetxt|save|open`;
/** The mode with which `open` writes. */
const WRITE_MODE = /^,\s*(?:mode\s*=\s*)?['"][wax]/;
const ADDRESS = /^\w{2,}:/;
const NO_SUCH_FILE = /No such file or directory: ['"]([^'"\n]+)/;

/** Each once, in the order of the code; then those that a cell looked for in vain when it ran last. */
export function listReadPaths({ cells }: { readonly cells: readonly CellVersion[] }): ReadPath[] {
  const sources = cells.filter(({ type }) => type === 'code').map(({ source }) => source);
  const made = new Set(
    sources.flatMap((source) =>
      find(source, WRITES, (rest, call) => !call.startsWith('open') || WRITE_MODE.test(rest)),
    ),
  );
  const read = sources.flatMap((source) => find(source, READS, (rest) => !WRITE_MODE.test(rest)));
  const all = [...read.filter((path) => !made.has(path)), ...cells.flatMap(findMissed)];
  return [...new Set(all)]
    .filter((path) => !ADDRESS.test(path))
    .map((path) => ({ path, place: toPlace(path) }));
}

/** The file that a cell's error names. */
export function findMissed({ outputs }: Pick<Cell, 'outputs'>): string[] {
  return outputs.flatMap((output) => {
    const isIt = output.output_type === 'error' && output.ename === 'FileNotFoundError';
    const path = isIt ? NO_SUCH_FILE.exec(output.evalue)?.[1] : undefined;
    return path === undefined ? [] : [path];
  });
}

/** The paths in the calls of functions with these names, as far as they count. */
function find(source: string, names: string, counts: (rest: string, call: string) => boolean): string[] {
  const quoted = String.raw`\(\s*[rRuU]?(['"])([^'"\n*?<>|]+\.\w+)\1\s*(,[^)\n]*)?`;
  return [...source.matchAll(new RegExp(String.raw`\b(?:${names})${quoted}`, 'g'))]
    .filter(({ 0: call, 3: rest = '' }) => counts(rest, call))
    .map(({ 2: path = '' }) => path);
}

/** Null for a path that leaves the folder, starts elsewhere, or has a name that no file here can have. */
function toPlace(path: string): string | null {
  if (/^([/\\~]|[A-Za-z]:)/.test(path)) return null;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.pop() === undefined) return null;
    if (name !== '..' && name !== '.' && name !== '') names.push(name);
  }
  return attempt(() => parseFilePath(names.join('/')));
}

/** Files that the code reads and the session was not given. */
export function findMissingFiles(session: Pick<Session, 'cells' | 'files'>): ReadPath[] {
  const given = new Set(session.files.map(({ name }) => name));
  return listReadPaths(session).filter(({ place }) => place === null || !given.has(place));
}

/**
 * Where a file of this name belongs in the notebook's folder: where its code reads a file of that name, first one that is
 * missing; else next to the notebook.
 */
export function findFilePlace(session: Pick<Session, 'cells' | 'files'>, name: string): string {
  const given = new Set(session.files.map((file) => file.name));
  const places = listReadPaths(session).flatMap(({ place }) => place ?? []);
  const fitting = places.filter((place) => place.slice(place.lastIndexOf('/') + 1) === name);
  return fitting.find((place) => !given.has(place)) ?? fitting[0] ?? name;
}
