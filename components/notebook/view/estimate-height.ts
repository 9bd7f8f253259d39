/** Estimates a cell's height before it is first drawn, closely enough for a useful scroll bar. */
import type { Output } from '../../../lib/notebook/output.ts';
import type { Cell } from '../../../lib/session/session.ts';

const LINE_PX = 20;
const CHARACTERS_A_LINE = 90;
const MAX_TEXT_PX = 416;
const FRAME_PX = 24;
const PICTURE_PX = 420;
const TABLE_PX = 320;

/** Pixels. */
export function estimateHeight(cell: Cell): number {
  if (cell.type === 'markdown') return FRAME_PX + estimateText(cell.source, Infinity);
  const code = FRAME_PX + countLines(cell.source) * LINE_PX;
  return cell.outputs.reduce((sum, output) => sum + 12 + estimateOutput(output), code);
}

function estimateOutput(output: Output): number {
  if (output.output_type === 'stream') return estimateText(output.text, MAX_TEXT_PX);
  if (output.output_type === 'error') return FRAME_PX + output.traceback.length * LINE_PX;
  const types = Object.keys(output.data);
  if (types.some((type) => type.startsWith('image/'))) return output.digest?.size?.height ?? PICTURE_PX;
  if (types.length > 1) return TABLE_PX;
  const text = output.data['text/plain'];
  return typeof text === 'string' ? estimateText(text, MAX_TEXT_PX) : TABLE_PX;
}

function estimateText(text: string, maxPx: number): number {
  const lines = Math.max(countLines(text), text.length / CHARACTERS_A_LINE);
  return Math.min(Math.ceil(lines) * LINE_PX, maxPx);
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
