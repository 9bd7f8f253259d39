import { expect, test } from 'vitest';
import { readDrop } from '../../../components/ask/composer/use-file-drop.ts';

function toItem(file: File | null, entry: FileSystemEntry | null = null) {
  return { getAsFile: () => file, webkitGetAsEntry: () => entry };
}
const toEntry = (kind: 'isFile' | 'isDirectory'): FileSystemEntry =>
  Object.assign({} as FileSystemEntry, { name: 'folder', isFile: false, isDirectory: false, [kind]: true });

test('a dropped folder is distinguished from the files dropped with it', () => {
  const table = new File(['a'], 'a.csv');
  const generated = new File(['b'], 'b.csv');
  const folder = toEntry('isDirectory');
  const items = [toItem(table, toEntry('isFile')), toItem(new File([], 'folder'), folder), toItem(generated)];
  expect(readDrop([...items, toItem(null)])).toEqual({ files: [table, generated], folders: [folder] });
});
