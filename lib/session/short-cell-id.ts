/** Cell IDs as a model is shown them: long random ones cost tokens and are copied wrong. */
import type { Cell } from './session.ts';

const OURS = /^cell-([\da-f]{8})[\da-f]{24}$/;

/** The first eight digits of an ID that we made; other IDs are as their notebook file has them. */
export function toShortCellId(cellId: string): string {
  return OURS.exec(cellId)?.[1] ?? cellId;
}

/** The only cell with this ID, whole or short; null when there is none, or more than one. */
export function findByShortId(cells: readonly Cell[], id: string): Cell | null {
  const whole = cells.findLast((cell) => cell.id === id);
  const [cell = null, ...others] = cells.filter(
    (each) => toShortCellId(each.id) === id.replace(/^cell-/, ''),
  );
  return whole ?? (others.length === 0 ? cell : null);
}
