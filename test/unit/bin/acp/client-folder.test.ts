import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFolder, createFolderNotes } from '../../../../bin/acp/client-folder.ts';
import { createTempDir } from '../../../helpers/temp-dir.ts';

async function createFolder(names: readonly string[]): Promise<string> {
  const folder = await createTempDir();
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name);
  }
  return folder;
}

async function start(cwd: string, addFirst = async () => {}) {
  const notes = createFolderNotes(await createTempDir());
  const added: string[] = [];
  const host = {
    addFile: async (_: string, { name, path }: { name: string; path: string }) => {
      if (added.length === 0) await addFirst();
      await readFile(path);
      added.push(name);
    },
  };
  const copy = (task = 'Go') => copyFolder(cwd, { host, sessionId: 's', notes, task });
  return { notes, added, copy };
}

test('data is copied once, and again when it has changed; links, hidden files, and packages are not data', async () => {
  const cwd = await createFolder([
    ...['a.csv', 'deep/b: 1.parquet', 'run.py', '.secret/c.csv'],
    ...['node_modules/x/d.json', '1/2/3/e.csv', '1/2/3/4/f.csv'],
  ]);
  await symlink('/etc/passwd', join(cwd, 'link.csv'));
  const { notes, added, copy } = await start(cwd);
  const first = await copy();
  expect(first).toMatchObject({ added: ['a.csv', '1/2/3/e.csv', 'deep/b_ 1.parquet'], left: '' });
  expect(first.names.get(join(cwd, 'deep/b: 1.parquet'))).toBe('deep/b_ 1.parquet');
  expect(await copy()).toMatchObject({ added: [] });
  await writeFile(join(cwd, 'a.csv'), 'changed');
  expect(await copy()).toMatchObject({ added: ['a.csv'] });
  expect(added).toHaveLength(4);
  expect(notes.list()).toEqual(new Map([['s', cwd]]));
});

test('of too many files, those that the question names come along, and a sentence says what does not', async () => {
  const cwd = await createFolder(Array.from({ length: 103 }, (_, at) => `data-${at + 100}.csv`));
  const { copy } = await start(cwd);
  const { added, left } = await copy('What is in data-202.csv?');
  expect(added).toHaveLength(100);
  expect(added).toContain('data-202.csv');
  expect(left).toBe(
    '3 data files of the folder are not in the notebook: data-199.csv, data-200.csv, data-201.csv. Name a file in a question to add it.',
  );
});

test('a file that cannot be read does not keep the others out, and a sentence names it', async () => {
  const cwd = await createFolder(['a.csv', 'gone.csv', 'other.csv']);
  const { copy } = await start(cwd, () => rm(join(cwd, 'gone.csv'), { force: true }));
  const { added, names, unread } = await copy();
  expect(added).toEqual(['a.csv', 'other.csv']);
  expect([...names.values()]).toEqual(added);
  expect(unread).toBe('Not copied, because it cannot be read: gone.csv.');
  expect(await copy()).toMatchObject({ added: [], unread: '' });
});

test('of the home folder, nothing is copied that the question does not name', async () => {
  const { added, copy } = await start(homedir());
  await copy();
  expect(added).toEqual([]);
});
