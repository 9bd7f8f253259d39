/** Pictures that differ, kept as the log keeps outputs: within its limits, and large values stored beside it. */
import type {
  CellVerification,
  PictureOutput,
  PicturePair,
} from '../../protocol/verification/verification.ts';
import { type PutBlob, storeDisplay } from '../outputs/bound-outputs.ts';

/** Pairs of one cell, and of all cells together. */
const MAX_OF_CELL = 5;
const MAX_PAIRS = 40;
/** How much of all pairs is in the report itself, characters: small pictures, drawings as text, and what describes them. */
const MAX_LENGTH = 200_000;

/** `putBlob` stores bytes and returns their SHA-256. Without it, no pictures are kept. */
export async function keepPictures(
  cells: readonly CellVerification[],
  put: PutBlob | undefined,
): Promise<CellVerification[]> {
  if (!put) return cells.map(({ pictures: _, ...cell }) => cell);
  let [count, length] = [0, 0];
  const keep = async (pair: PicturePair): Promise<PicturePair[]> => {
    if (count >= MAX_PAIRS) return [];
    const stored = {
      ...pair,
      notebook: await storePicture(pair.notebook, put),
      here: await storePicture(pair.here, put),
    };
    const own = JSON.stringify(stored).length;
    if (length + own > MAX_LENGTH) return [];
    count += 1;
    length += own;
    return [stored];
  };
  const kept: CellVerification[] = [];
  for (const { pictures = [], ...cell } of cells) {
    const pairs: PicturePair[] = [];
    for (const pair of pictures.slice(0, MAX_OF_CELL)) pairs.push(...(await keep(pair)));
    kept.push(pairs.length > 0 ? { ...cell, pictures: pairs } : cell);
  }
  return kept;
}

async function storePicture(
  { output_type, ...picture }: PictureOutput,
  putBlob: PutBlob,
): Promise<PictureOutput> {
  const { data, metadata, digest: { figure, size } = {} } = await storeDisplay(picture, putBlob);
  const digest = { ...(figure ? { figure } : {}), ...(size ? { size } : {}) };
  return { output_type, data, metadata, ...(figure || size ? { digest } : {}) };
}
