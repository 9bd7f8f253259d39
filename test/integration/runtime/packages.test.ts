/** Packages that are added to notebooks: real wheels from a folder, real kernels, boxed where the machine can. */
import { mkdtempSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVerificationFolders } from '../../../lib/app/verification-folders.ts';
import { verifyFile } from '../../../lib/app/verify-notebook-file.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { exportScript } from '../../../lib/export/script/export-script.ts';
import { verifyNotebook } from '../../../lib/runtime/notebooks/verify-notebook.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { makeWheels, toPackageEnv, WHEELS } from '../../helpers/make-wheels.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const index = mkdtempSync(join(tmpdir(), 'actbook-wheels-'));
const layersDir = mkdtempSync(join(tmpdir(), 'actbook-layers-'));
const kernels = shareProvider({ packages: { folder: layersDir, env: toPackageEnv(index) }, warmBoxes: 0 });

beforeAll(() => makeWheels(index, WHEELS));
afterAll(async () => {
  for (const folder of [index, layersDir]) await rm(folder, { recursive: true });
});

async function open(script: string[] = []) {
  const opened = await openRuntime(kernels.provider, kernels.workspacesDir, script);
  const { runtime } = opened;
  const show = async (source: string, sessionId = opened.sessionId) => {
    const cellId = await runtime.cells.insert(sessionId, { type: 'code', source });
    await runtime.cells.execute(sessionId, cellId);
    await runtime.cells.wait(sessionId);
    const cell = findCell(await runtime.sessions.read(sessionId), cellId);
    return { text: toText(cell?.outputs ?? []), reason: cell?.reason, status: cell?.status };
  };
  const change = (asked: object, options = {}) =>
    runtime.kernels.changePackages(opened.sessionId, asked, options);
  return { ...opened, show, change };
}

const toText = (outputs: Session['cells'][number]['outputs']) =>
  outputs.map((each) => ('text' in each ? each.text : 'evalue' in each ? each.evalue : '')).join('');
const USE = 'import plotkit, colorkit\nprint(plotkit.__version__, colorkit.mix())';

test('a package is importable at once, after a restart, on branches, and when its folder was deleted', async () => {
  const { runtime, sessionId, show, change, read } = await open();
  expect((await show('import pandas, plotkit')).text).toContain("No module named 'plotkit'");
  const told: string[] = [];
  const added = await change({ add: ['plotkit==1.0'] }, { onProgress: (line: string) => told.push(line) });
  const packages = [
    { name: 'colorkit', version: '0.5' },
    { name: 'plotkit', version: '1.0' },
  ];
  expect(added).toEqual({ wanted: ['plotkit==1.0'], packages, loaded: [] });
  expect(told.at(-1)).toBe('Installing colorkit 0.5, plotkit 1.0…');
  expect((await read()).packages).toEqual({ wanted: ['plotkit==1.0'], packages });
  expect((await show(USE)).text).toBe('1.0 teal\n');
  // After what the kernel has without it, and closed to it.
  const { text } = await show(
    'import sys, os\nprint(os.path.dirname(plotkit.__file__) == sys.path[-1] + "/plotkit", os.access(sys.path[-1], os.W_OK))',
  );
  expect(text).toBe('True False\n');

  expect((await change({ add: ['plotkit>=1.1'] })).loaded).toEqual([
    { name: 'plotkit', version: '1.1', loaded: '1.0' },
  ]);
  await runtime.kernels.control(sessionId, { action: 'restart' });
  expect((await show(USE)).text).toBe('1.1 teal\n');

  const live = await runtime.sessions.branch(sessionId, { kernel: 'live' });
  expect((await show('from plotkit import __version__ as v\nprint(v, colorkit.mix())', live.id)).text).toBe(
    '1.1 teal\n',
  );
  for (const name of await readdir(layersDir)) await rm(join(layersDir, name), { recursive: true });
  const rebuilt = await runtime.sessions.branch(sessionId, { kernel: 'new' });
  expect((await show(USE, rebuilt.id)).text).toBe('1.1 teal\n');
  expect((await readdir(layersDir)).length).toBe(1);

  expect(await change({ remove: ['plotkit'] })).toEqual({ wanted: [], packages: [], loaded: [] });
  await expect(change({ remove: ['plotkit'] })).rejects.toThrow('“plotkit” is not a package that was added');
  await runtime.kernels.control(sessionId, { action: 'restart' });
  expect((await show(USE)).text).toContain("No module named 'plotkit'");
});

test('exports say what to install, and a clean run has it', async () => {
  const { show, change, read } = await open();
  await change({ add: ['plotkit==1.0'] });
  await show(USE);
  const session = await read();
  const notebook = toNotebook(session, '1.0');
  const { actbook } = notebook.metadata;
  expect(actbook).toMatchObject({ packages: { wanted: ['plotkit==1.0'] } });
  expect(notebook.cells[0]?.source).toContain('pip install colorkit==0.5 plotkit==1.0');
  expect(toNotebook(session, '1.0', 'page').cells.at(-1)?.source).toContain('plotkit==1.0');
  const script = await exportScript(toNotebook(session, '1.0', 'script'), readConfig({ ...process.env }));
  expect(script.content).toMatch(
    /^# Packages were added to this notebook: pip install colorkit==0\.5 plotkit==1\.0\n/,
  );
  const verify = (given: object) =>
    verifyNotebook({
      notebook: notebook as never,
      kernels: kernels.provider,
      kernelName: 'python3',
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      files: [],
      openWorkspace: createTempDir,
      ...given,
    });
  const packages = session.packages?.packages ?? [];
  const { outcome, kernel } = await verify({ packages });
  expect(outcome).toBe('reproduced');
  expect(kernel.installed).toContainEqual({ name: 'plotkit', version: '1.0' });
  expect((await verify({})).outcome).not.toBe('reproduced');
});

test('a notebook file is verified with the packages that it lists, and with nothing else that it asks for', async () => {
  const { show, change, read } = await open();
  await change({ add: ['plotkit==1.0'] });
  await show(USE);
  const { metadata, ...rest } = toNotebook(await read(), '1.0');
  await rm(layersDir, { recursive: true });
  const folder = await createTempDir();
  const folders = await openVerificationFolders(join(folder, 'clean'));
  const path = join(folder, 'plots.ipynb');
  const verify = async (packages: unknown) => {
    await writeFile(path, JSON.stringify({ ...rest, metadata: { ...metadata, actbook: { packages } } }));
    return verifyFile({ ...readConfig({ ...process.env }), kernels: kernels.provider, folders }, { path });
  };
  const listed = [{ name: 'plotkit', version: '1.0' }];
  const { outcome, kernel } = await verify({ packages: [...listed, { name: 'colorkit', version: '0.5' }] });
  expect([outcome, kernel.installed]).toEqual(['reproduced', expect.arrayContaining(listed)]);
  await expect(verify({ packages: [{ name: '--index-url=x', version: '1' }] })).rejects.toMatchObject({
    code: 'bad-request',
  });
});

test('what cannot be had is named, a package of all notebooks stays, and nothing says where packages come from', async () => {
  const { show, change, readEvents } = await open();
  await expect(change({ add: ['plotkitt'] })).rejects.toThrow('No package “plotkitt”');
  await expect(change({ add: ['https://user:secret@host/x.whl'] })).rejects.toThrow(
    /^An address or a path cannot be added\. Write the name of a package/,
  );
  await expect(change({ add: ['--index-url=x'] })).rejects.toThrow(
    '“--index-url=x” is not the name of a package',
  );
  await expect(change({ add: ['plotkit', 'no such name!!'] })).rejects.toThrow(
    /^“no such name!!” is not the name of a package\. Write .*0\.30\.0\.$/,
  );
  await expect(change({ add: ['pandas<3'] })).rejects.toMatchObject({
    code: 'conflict',
    details: { base: [{ name: 'pandas' }], canKeep: false },
  });
  await expect(change({ add: ['oldframe'] })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(
      /^All versions of oldframe depend on pandas<3, and all notebooks have pandas \S+\. Keep/,
    ),
    details: { base: [{ name: 'pandas' }], canKeep: true },
  });
  await expect(change({ add: ['oldframe'], keepsBase: true })).resolves.toMatchObject({
    keepsBase: true,
    packages: [{ name: 'oldframe' }],
  });
  expect((await show('import oldframe, pandas\nprint(pandas.__version__ >= "3")')).text).toBe('True\n');
  // What asked for it is gone, and so is the exception.
  expect(await change({ remove: ['oldframe'], add: ['colorkit'] })).not.toHaveProperty('keepsBase');
  const canceled = AbortSignal.timeout(1);
  await expect(change({ add: ['plotkit'] }, { signal: canceled })).rejects.toThrow('canceled');
  expect((await readdir(layersDir)).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(JSON.stringify(await readEvents())).not.toContain(index);
});

test('commands that cannot install say at once what to do; those with nothing to install run', async () => {
  const { show } = await open();
  const started = Date.now();
  for (const command of [
    '%pip install -q plotkit',
    '!pip install plotkit',
    '!uv pip install plotkit',
    '%conda install plotkit',
  ])
    expect((await show(command)).text).toMatch(/cannot install packages.*add_packages\("plotkit"\)/s);
  expect(Date.now() - started).toBeLessThan(10_000);
  expect((await show('%pip install pandas')).text).toContain('already satisfied');
  expect(
    (await show('def f():\n    y = 2\n    get_ipython().run_line_magic("timeit", "-n1 -r1 y")\nf()')).text,
  ).toContain('loop');
});

test('an agent proposes packages, and they are there in the same cell once the user agrees', async () => {
  const code = 'add_packages("plotkit==1.0")\nimport plotkit\nprint(plotkit.__version__)';
  const { runtime, sessionId, until, ask, model, readEvents } = await open([
    fence('import plotkit'),
    fence(code),
    fence('add_packages("colorkit")'),
    'Done.',
    'Teal.',
  ]);
  const runId = await ask('Draw it.');
  const reply = async (source: string, decision: 'approve' | 'refuse') => {
    const find = ({ cells }: Session) =>
      cells.flatMap(({ pendingApprovals }) => pendingApprovals).find((each) => each.source === source);
    const request = find(await until((session) => find(session) !== undefined));
    expect(request?.reasons).toEqual([expect.stringContaining('installs packages')]);
    await runtime.inputs.decide(sessionId, request?.requestId ?? '', { decision });
  };
  await reply('add_packages(names=["plotkit==1.0"])', 'approve');
  await reply('add_packages(names=["colorkit"])', 'refuse');
  await runtime.runs.wait(runId);
  const prompt = promptText(model);
  expect(prompt).toContain('`add_packages("plotkit")` with the name that pip knows');
  expect(prompt).toContain('Added: colorkit 0.5, plotkit 1.0\n1.0');
  expect(prompt).toContain('The user refused this call.');
  await runtime.runs.wait(await ask('Which color?'));
  expect(promptText(model)).toMatch(/Installed: .*, colorkit 0\.5, plotkit 1\.0\./);
  const changes = (await readEvents()).filter(({ type }) => type === 'packages-change');
  expect(changes).toMatchObject([{ wanted: ['plotkit==1.0'], by: { kind: 'agent' } }]);
});
