/**
 * A program that starts a kernel, whose cell starts a detached child, prints their process ids as one line of
 * JSON and stays: its argument is the folder for workspaces.
 */

import { readConfig } from '../../../lib/config/config.ts';
import { createJupyterKernels } from '../../../lib/kernel/jupyter-kernels.ts';
import { describeProcesses } from './kernel-processes.ts';
import { FORK_PATIENCE_MS } from './kernel-provider.ts';

const [workspacesDir = ''] = process.argv.slice(2);
const { python, rootDir, kernelEnv, sandbox, box } = readConfig();
const kernels = createJupyterKernels({
  python,
  rootDir,
  workspacesDir,
  kernelEnv,
  sandbox,
  box,
  forkPatienceMs: FORK_PATIENCE_MS,
  external: null,
});
const kernel = await kernels.start({ kernelName: 'python3', workspace: workspacesDir });
process.stdout.write(`${JSON.stringify(await describeProcesses(kernel))}\n`);
