import { readCode } from '../../cell-code.ts';
import type { Cell, Session } from '../../session.ts';

/** Code that a program wrote for the user and that has not run as it is: the user may not have approved it. */
export function listUnrunByPrograms({ cells }: Pick<Session, 'cells'>): Cell[] {
  return cells.filter(
    (cell) =>
      cell.type === 'code' &&
      cell.written.by.via !== undefined &&
      cell.source.trim() !== '' &&
      cell.ranSource !== readCode(cell),
  );
}
