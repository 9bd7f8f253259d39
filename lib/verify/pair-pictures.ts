/** Pictures that a clean run drew differently, for whoever looks at both: outputs with a picture and what describes it, no more. */
import type { Output } from '../notebook/output.ts';
import type { PictureOutput, PicturePair } from '../protocol/verification/verification.ts';
import { type Display, listDisplays } from './compare-outputs.ts';
import type { FoundPicture } from './finding/comparison.ts';

/** Longer ones describe no picture, characters. */
const MAX_PLAIN_LENGTH = 200;

/** One pair for each display, though it may have a picture in several forms. */
export function pairPictures(
  found: readonly FoundPicture[],
  notebook: readonly Output[],
  here: readonly Output[],
): PicturePair[] {
  const [left, right] = [listDisplays(notebook), listDisplays(here)];
  const firsts = found.filter(
    ({ display }, index) => found.findIndex((each) => each.display === display) === index,
  );
  return firsts.flatMap(({ place, text, display, mimeType }) => {
    const [was, is] = [left[display], right[display]];
    return was && is
      ? [{ place, text, notebook: toPicture(was, mimeType), here: toPicture(is, mimeType) }]
      : [];
  });
}

function toPicture({ data, metadata, digest }: Display, mimeType: string): PictureOutput {
  const plain = data['text/plain'];
  const isShort = typeof plain === 'string' && plain.length <= MAX_PLAIN_LENGTH;
  const asked = metadata[mimeType];
  return {
    output_type: 'display_data',
    data: { [mimeType]: data[mimeType], ...(isShort ? { 'text/plain': plain } : {}) },
    metadata: asked === undefined ? {} : { [mimeType]: asked },
    ...(digest?.figure ? { digest: { figure: digest.figure } } : {}),
  };
}
