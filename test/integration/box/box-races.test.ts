/** Names that code chooses and swaps while the server reads, measures and removes: for real, from a box at work. */
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureFolder } from '../../../lib/kernel/box/measure-folder.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';

const ROUNDS = 3_000;
let test: TestProvider;
let outside: string;

beforeAll(async () => {
  test = await createTestProvider({ sandbox: 'on' });
  outside = await realpath(await mkdtemp(join(tmpdir(), 'actbook-test-')));
  await writeFile(join(outside, 'file.txt'), 'secret');
});

afterAll(async () => {
  await test.dispose();
  await rm(outside, { recursive: true });
});

/** Swaps a folder and a file of it for symlinks to the outside, on and on. */
async function startSwapping(name: string): Promise<{ kernel: Kernel; stop: () => Promise<void> }> {
  const kernel = await test.start(name);
  const code = `
import ctypes, os, threading
libc = ctypes.CDLL(None)
RENAME_EXCHANGE, AT_FDCWD = 2, -100
os.mkdir("folder"); open("folder/file.txt", "w").write("inside")
os.symlink(${JSON.stringify(outside)}, "folder-link")
open("file.txt", "w").write("inside"); os.symlink(${JSON.stringify(join(outside, 'file.txt'))}, "file-link")
stop = threading.Event()
def swap():
    while not stop.is_set():
        libc.renameat2(AT_FDCWD, b"folder", AT_FDCWD, b"folder-link", RENAME_EXCHANGE)
        libc.renameat2(AT_FDCWD, b"file.txt", AT_FDCWD, b"file-link", RENAME_EXCHANGE)
threading.Thread(target=swap, daemon=True).start()`;
  expect((await run(kernel, code)).end.status).toBe('ok');
  return { kernel, stop: async () => void (await run(kernel, 'stop.set()')) };
}

/** What a careless reader does: looks where the name leads, then opens the name. */
async function readCarelessly(root: string, name: string): Promise<string> {
  const path = join(root, name);
  if (!(await realpath(path)).startsWith(`${root}/`)) throw new Error('outside');
  const file = await open(path);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

it('a file or folder that is swapped while it is read gives nothing of the machine away', async () => {
  const { kernel, stop } = await startSwapping('swap');
  const workspaces = createWorkspaces(test.workspacesDir);
  const root = await workspaces.open('swap');
  const read = { careless: new Map<string, number>(), ours: new Map<string, number>() };
  const count = (map: Map<string, number>, text: string) => map.set(text, (map.get(text) ?? 0) + 1);
  // How often a swap falls between look and open depends on the machine.
  const isMet = () => read.careless.has('secret') && read.ours.has('inside');
  for (let round = 0; round < ROUNDS || !isMet(); round++) {
    const name = round % 2 ? 'file.txt' : 'folder/file.txt';
    count(read.careless, await readCarelessly(root, name).catch(() => 'refused'));
    const ours = await workspaces.openFile('swap', name).catch(() => null);
    count(read.ours, ours ? await new Response(ours.stream).text() : 'refused');
  }
  await stop();
  expect(read.ours.get('secret') ?? 0).toBe(0);
  await kernel.dispose();
});

it('an upload into names that are swapped writes nothing outside', async () => {
  const { kernel, stop } = await startSwapping('upload');
  const blobs = createFileBlobs(join(test.workspacesDir, 'blobs'));
  const blob = await blobs.put(Buffer.from('uploaded'));
  const root = await createWorkspaces(test.workspacesDir).open('upload');
  for (let round = 0; round < 200; round++) await blobs.copyTo(blob, join(root, 'file.txt')).catch(() => {});
  await stop();
  expect(await readFile(join(outside, 'file.txt'), 'utf8')).toBe('secret');
  await kernel.dispose();
});

it('measuring a workspace counts nothing outside, and removing it takes nothing there', async () => {
  for (let index = 0; index < 500; index++) await writeFile(join(outside, `many-${index}`), '');
  const { kernel, stop } = await startSwapping('measure');
  const root = await createWorkspaces(test.workspacesDir).open('measure');
  for (let round = 0; round < 500; round++) expect((await measureFolder(root)).files).toBeLessThan(20);
  await stop();
  await kernel.dispose();
  await createWorkspaces(test.workspacesDir).remove('measure');
  expect(existsSync(root)).toBe(false);
  expect(existsSync(join(outside, 'many-499'))).toBe(true);
});

it('R12 names of all kinds and folders ten thousand deep are measured and removed', async () => {
  const kernel = await test.start('names');
  const code = `
import os
names = [b"new\\nline", b"\\xff\\xfe", b"n" * 255, b"-rf", b"--", b"*", b"~", b" ", b".hidden", b"\\x1b]0;title\\x07", "\u202etxt.exe".encode()]
for name in names:
    open(name, "wb").write(b"x" * 100_000)
    os.mkdir(name[:200] + b".d"); open(name[:200] + b".d/" + name, "wb").write(b"x" * 100_000)
os.mkfifo("pipe"); os.mkdir("closed"); open("closed/file", "w").write("x"); os.chmod("closed", 0)
os.truncate(os.open("sparse", os.O_CREAT | os.O_RDWR), 2 << 30)
os.mkdir("deep"); os.chdir("deep")
for _ in range(10_000): os.mkdir("d"); os.chdir("d")
os.chdir("/session"); print(len(names))`;
  const { stdout, outputs } = await run(kernel, code);
  expect(stdout, JSON.stringify(outputs)).toBe('11\n');
  const root = await createWorkspaces(test.workspacesDir).open('names');
  const use = await measureFolder(root);
  expect(use.files).toBeGreaterThan(10_030);
  expect(use.bytes).toBeGreaterThan(22 * 100_000);
  expect(use.bytes).toBeLessThan(200 * 1024 ** 2);
  await kernel.dispose();
  await createWorkspaces(test.workspacesDir).remove('names');
  expect(existsSync(root)).toBe(false);
});

it('a name that is not text hides nothing from the measure', async () => {
  const kernel = await test.start('hidden');
  const code = `
import os
open(b"\\xff", "w").close()
for index in range(50): open(f"file-{index}", "wb").write(b"x" * 10_000)
os.mkdir(b"\\xfe"); open(b"\\xfe/large", "wb").write(b"x" * 5_000_000)`;
  expect((await run(kernel, code)).end.status).toBe('ok');
  const { files, bytes } = await measureFolder(await createWorkspaces(test.workspacesDir).open('hidden'));
  expect(files).toBeGreaterThanOrEqual(53);
  expect(bytes).toBeGreaterThan(5_500_000);
  await kernel.dispose();
});
