/** Which variables the cells of a notebook read from a file. */
import { type Cell, isAlive, type Session } from '../../session/session.ts';
import { writeText } from '../write/python-code.ts';

/** Of the last cell that read this file in the kernel as it runs now; none where the file was added again since. */
export function findNames(session: Session, file: string): string[] {
  const added = session.files.find(({ name }) => name === file)?.addedAfter ?? 0;
  const cell = session.cells.findLast(
    (each) =>
      readsFile(each, file) &&
      each.status === 'ok' &&
      (each.ranOrder ?? 0) > added &&
      isAlive(each, session.kernel.id),
  );
  return cell ? listAssigned(cell.ranSource ?? '') : [];
}

/** Names under which cells of runs read this file before, in whatever kernel: the analyst may take them again. */
export function findFormerNames(session: Session, file: string): string[] {
  return session.cells
    .filter((cell) => cell.author === 'agent' && readsFile(cell, file))
    .flatMap((cell) => listAssigned(cell.ranSource ?? ''));
}

function readsFile({ type, ranSource }: Cell, file: string): boolean {
  return (
    type === 'code' && (ranSource?.includes(writeText(file)) || ranSource?.includes(`'${file}'`)) === true
  );
}

/** Names in the kernel that no cell of a run gave: they are the person's own. */
export function listOwnNames({ cells, kernel }: Session): Set<string> {
  const given = new Set(
    cells.flatMap((cell) => (cell.author === 'agent' ? listAssigned(cell.ranSource ?? cell.source) : [])),
  );
  return new Set(kernel.names.map(({ name }) => name).filter((name) => !given.has(name)));
}

/** By its name alone, or with a note on a table that a block has read. */
const ASSIGNED = /^([\p{XID_Start}_]\p{XID_Continue}*)(?:\.attrs\["\w+"\])? = /gmu;

function listAssigned(source: string): string[] {
  return [...new Set([...source.matchAll(ASSIGNED)].flatMap(([, name]) => name?.normalize('NFKC') ?? []))];
}
