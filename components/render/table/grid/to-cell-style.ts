import type { CSSProperties } from 'react';
import type { ColumnPlace } from '../state/column-window.ts';

/** Columns share what room is left in proportion to their widths; headings of several columns then stay above them. */
export function toCellStyle({ widthPx, leftPx, isPinned }: ColumnPlace): CSSProperties {
  return { width: widthPx, flexGrow: widthPx, left: isPinned ? leftPx : undefined };
}
