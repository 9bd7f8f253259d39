import type { Session } from '../../lib/session/session.ts';
import { AppError } from '../../lib/util/app-error.ts';

/** ID of the cell with this number, as In [number] shows it. Throws AppError `bad-request`. */
export function findNumbered({ cells }: Session, number: string): string {
  const cell = cells.find(({ executionCount }) => String(executionCount) === number);
  if (!cell) throw new AppError('bad-request', `This session has no cell In [${number}].`);
  return cell.id;
}
