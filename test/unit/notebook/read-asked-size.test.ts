import { expect, test } from 'vitest';
import { readAskedSize } from '../../../lib/notebook/read-asked-size.ts';

const OWN = { width: 640, height: 480 };

test('a width or a height alone keeps the shape of the picture', () => {
  const read = (metadata: unknown, own: typeof OWN | null = OWN) => readAskedSize(metadata, 'image/png', own);
  expect(read({ 'image/png': { width: 200 } })).toEqual({ width: 200, height: 150 });
  expect(read({ height: 48 })).toEqual({ width: 64, height: 48 });
  expect(read({ width: 10, height: 20 }, null)).toEqual({ width: 10, height: 20 });
  expect(read({ width: 10 }, null)).toBeNull();
  expect(read({ width: '10', height: -1 })).toBeNull();
});
