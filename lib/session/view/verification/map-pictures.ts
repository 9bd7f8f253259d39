import type { PicturePair, Verification } from '../../../protocol/verification/verification.ts';

/** What a clean run drew differently, by the ID of the cell; nothing for cells without. */
export function mapPictures(verification: Verification | null): Map<string, readonly PicturePair[]> {
  const cells = verification?.cells ?? [];
  return new Map(cells.flatMap(({ cellId, pictures }) => (pictures ? [[cellId, pictures]] : [])));
}
