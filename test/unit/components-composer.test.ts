import { expect, test } from 'vitest';
import { readDrop } from '../../components/ask/composer/read-drop.ts';

function toItem(file: File | null, isDirectory?: boolean) {
  const entry = isDirectory === undefined ? null : { isDirectory };
  return { getAsFile: () => file, webkitGetAsEntry: () => entry };
}

test('a dropped folder is distinguished from the files dropped with it', () => {
  const table = new File(['a'], 'a.csv');
  const generated = new File(['b'], 'b.csv');
  expect(
    readDrop([toItem(table, false), toItem(new File([], 'folder'), true), toItem(generated), toItem(null)]),
  ).toEqual({ files: [table, generated], hasFolder: true });
  expect(readDrop([toItem(table, false)]).hasFolder).toBe(false);
});
