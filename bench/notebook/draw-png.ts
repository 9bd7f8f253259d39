/** Plots as PNG files: lines and points on paper, as big and as busy as a common figure. */
import { encodePng } from '../../test/helpers/made-png.ts';

const WIDTH = 640;
const HEIGHT = 420;
const COLORS = [
  [31, 119, 180],
  [255, 127, 14],
  [44, 160, 44],
  [214, 39, 40],
] as const;

/** The bytes of a picture that no other seed gives. `random` yields numbers from 0 to 1. */
export function drawPng(random: () => number): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, 255);
  const put = (x: number, y: number, color: readonly [number, number, number]) => {
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return;
    pixels.set(color, (Math.floor(y) * WIDTH + Math.floor(x)) * 3);
  };
  for (const color of COLORS) {
    let y = HEIGHT * random();
    for (let x = 40; x < WIDTH - 20; x += 0.5) {
      y = Math.min(HEIGHT - 40, Math.max(20, y + (random() - 0.5) * 9));
      for (let width = 0; width < 3; width++) put(x, y + width, color);
      if (random() < 0.25) for (let dot = 0; dot < 9; dot++) put(x + (dot % 3), random() * HEIGHT, color);
    }
  }
  for (let x = 40; x < WIDTH - 20; x++) put(x, HEIGHT - 30, [0, 0, 0]);
  for (let y = 20; y < HEIGHT - 30; y++) put(40, y, [0, 0, 0]);
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.from([0]), pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3)]),
  );
  return encodePng({ width: WIDTH, height: HEIGHT, depth: 8, colorType: 2, rows: Buffer.concat(rows) });
}
