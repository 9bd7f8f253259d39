import type { Session } from '../session.ts';

/** A call such as `pd.read_csv("sales.csv")`: names in folders and addresses are not files that can be dropped here. */
const READS = /\bread_\w+\(\s*(['"])([^'"\n/\\:]+\.\w+)\1/g;

/** Names of files that the code reads and the session was not given. */
export function findMissingFiles({ cells, files }: Session): string[] {
  const given = new Set(files.map(({ name }) => name));
  const read = cells
    .filter(({ type }) => type === 'code')
    .flatMap(({ source }) => [...source.matchAll(READS)].map(({ 2: name = '' }) => name));
  return [...new Set(read)].filter((name) => !given.has(name));
}
