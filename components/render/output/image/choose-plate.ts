/**
 * What a picture needs behind it: plots are drawn for paper, but some are drawn in white for a dark page. `ink` is a plot
 * whose paper may be dark as well.
 */
export type Plate = 'light' | 'dark' | 'ink';

/** Pixels with less alpha than this show what is behind them. */
const OPAQUE_ALPHA = 128;
const MIN_CLEAR_SHARE = 0.02;
const LIGHT_LUMA = 160;

/** `pixels` as from a canvas: red, green, blue, alpha. Dark only for a light drawing on a transparent background. */
export function choosePlate(pixels: Uint8ClampedArray): Plate {
  let clear = 0;
  let drawn = 0;
  let luma = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < OPAQUE_ALPHA) clear++;
    if (alpha === 0) continue;
    drawn += alpha;
    luma += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const isClear = clear / (pixels.length / 4) > MIN_CLEAR_SHARE;
  return isClear && drawn > 0 && luma / drawn > LIGHT_LUMA ? 'dark' : 'light';
}
