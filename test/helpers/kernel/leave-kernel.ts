/**
 * A program that starts a kernel under a name, sets `kept`, begins a cell, prints its process ids as one line of JSON
 * and stays, to be killed: its arguments are the folder for everything, the seconds of grace, the cell, how many files a
 * workspace may have, and the name of a branch, in which `kept` is one more.
 */
import { mkdir } from 'node:fs/promises';
import { readConfig } from '../../../lib/config/config.ts';
import { defaultBoxLimits, readMachineMemory } from '../../../lib/kernel/box/box-limits.ts';
import { createJupyterKernels } from '../../../lib/kernel/jupyter-kernels.ts';
import { describeProcesses } from './kernel-processes.ts';
import { FORK_PATIENCE_MS, run } from './kernel-provider.ts';

const [folder = '', graceS = '', code = '', workspaceFiles = '', branch = ''] = process.argv.slice(2);
const limits = defaultBoxLimits(readMachineMemory());
const { python, rootDir, kernelEnv, sandbox, box } = readConfig();
const kernels = createJupyterKernels({
  python,
  rootDir,
  kernelEnv,
  sandbox,
  box,
  forkPatienceMs: FORK_PATIENCE_MS,
  external: null,
  graceS: Number(graceS),
  limits: workspaceFiles ? { ...limits, workspaceFiles: Number(workspaceFiles) } : limits,
  workspacesDir: folder,
  survivorsDir: `${folder}/kernels`,
});
const kernel = await kernels.start({ name: 'own', kernelName: 'python3', workspace: folder });
await run(kernel, 'kept = 41');
if (branch) {
  const workspace = `${folder}/${branch}`;
  await mkdir(workspace);
  const forked = await kernels.forks.fork(kernel, { name: branch, kernelName: 'python3', workspace });
  await run(forked, 'kept += 1');
}
const processes = await describeProcesses(kernel);
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
print({ ...processes });
// A question stays open.
const onInput = () => new Promise<null>(() => {});
if (code) for await (const event of kernel.execute(code, { id: 'cell', onInput })) print(event);
