import { type Cell, isAlive, type Session } from '../../lib/session/session.ts';
import { AppError } from '../../lib/util/app-error.ts';

const MAX_LINE_LENGTH = 40;

/**
 * ID of the cell with this number, as In [number] shows it, or with this ID. Numbers begin again with each kernel: a cell that the
 * present kernel has run goes before one that was lost, and that before one that was undone. Throws AppError `bad-request`, also
 * where several cells can be meant.
 */
export function findNumbered({ cells, kernel }: Session, wanted: string): string {
  const named = cells.find(({ id }) => id === wanted);
  if (named) return named.id;
  const all = cells.filter(({ executionCount }) => String(executionCount) === wanted);
  const alive = all.filter((cell) => isAlive(cell, kernel.id));
  const kept = all.filter(({ isTakenBack }) => !isTakenBack);
  const meant = [alive, kept, all].find((each) => each.length > 0) ?? [];
  const [cell] = meant;
  if (!cell) throw new AppError('bad-request', `This session has no cell In [${wanted}].`);
  if (meant.length === 1) return cell.id;
  const choices = meant.map(describe).join(', ');
  throw new AppError('bad-request', `Several cells are In [${wanted}]. Write the ID of one: ${choices}.`);
}

function describe({ id, source }: Cell): string {
  const [line = ''] = source.trim().split('\n');
  return `${id} (${line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line})`;
}
