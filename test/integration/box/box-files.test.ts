/** Files that code made, read and removed by the server: what a careless reader gives away, ours must not. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';

const ID = 's-1';
let test: TestProvider;
let kernel: Kernel;
let outside: string;
let workspace: string;

beforeAll(async () => {
  test = await createTestProvider({ sandbox: 'on' });
  outside = await realpath(await mkdtemp(join(tmpdir(), 'actbook-test-')));
  await writeFile(join(outside, 'secret.txt'), 'secret');
  workspace = await createWorkspaces(test.workspacesDir).open(ID);
  const sibling = await createWorkspaces(test.workspacesDir).open(`${ID}0`);
  await writeFile(join(sibling, 'secret.txt'), 'secret');
  kernel = await test.start(ID);
  const { end, outputs } = await run(
    kernel,
    `
import os, socket
os.symlink(${JSON.stringify(join(outside, 'secret.txt'))}, "link.txt")
os.symlink(${JSON.stringify(outside)}, "folder")
os.mkfifo("pipe.txt")
socket.socket(socket.AF_UNIX).bind("socket.txt")`,
  );
  expect(end.status, JSON.stringify(outputs)).toBe('ok');
});

afterAll(async () => {
  await test.dispose();
  await rm(outside, { recursive: true });
});

it.each([
  ['F01 a symlink to a file of the machine', 'link.txt'],
  ['F02 a folder whose name begins as the workspace does', `../${ID}0/secret.txt`],
  ['F04 a folder that is a symlink', 'folder/secret.txt'],
])('%s gives its content away to a careless reader, and not to ours', async (_, name) => {
  expect(await readFile(join(workspace, name), 'utf8')).toBe('secret');
  const read = createWorkspaces(test.workspacesDir).openFile(ID, name);
  await expect(read).rejects.toMatchObject({ code: 'not-found' });
});

it.each(['pipe.txt', 'socket.txt', 'folder'])(
  'F06 %s, which is not a file, is refused at once',
  async (name) => {
    expect(await readdir(workspace)).toContain(name);
    const read = createWorkspaces(test.workspacesDir).openFile(ID, name);
    await expect(read).rejects.toMatchObject({ code: 'not-found' });
  },
);

it('F08 a file that is replaced while it is sent is sent as it was', async () => {
  const { end } = await run(kernel, 'with open("large.txt", "w") as file: file.write("a" * 4_000_000)');
  expect(end.status).toBe('ok');
  const { stream } = await createWorkspaces(test.workspacesDir).openFile(ID, 'large.txt');
  await run(
    kernel,
    'open("new.txt", "w").write("b" * 4_000_000)\nimport os\nos.replace("new.txt", "large.txt")',
  );
  expect(new Set(await new Response(stream).text())).toEqual(new Set('a'));
  expect(await readFile(join(workspace, 'large.txt'), 'utf8')).toContain('b');
});

it('F10 an upload replaces a symlink of its name and writes nothing through it', async () => {
  const blobs = createFileBlobs(join(test.workspacesDir, 'blobs'));
  await blobs.copyTo(await blobs.put(Buffer.from('uploaded')), join(workspace, 'link.txt'));
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  expect((await run(kernel, 'print(open("link.txt").read())')).stdout).toBe('uploaded\n');
});

it('F16 removing a session leaves what its symlinks point to', async () => {
  await kernel.dispose();
  await createWorkspaces(test.workspacesDir).remove(ID);
  expect(existsSync(workspace)).toBe(false);
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});
