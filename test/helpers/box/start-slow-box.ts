/**
 * A program that starts a box and stays, to be killed before it is ready. Its arguments are the folder that has our Python
 * programs, the folder for workspaces and survivors, and whether the box waits for a session (`waiting`) or is that of one.
 */
import { join } from 'node:path';
import { readConfig } from '../../../lib/config/config.ts';
import { createJupyterKernels } from '../../../lib/kernel/jupyter-kernels.ts';
import { FORK_PATIENCE_MS } from '../kernel/kernel-provider.ts';

const [rootDir = '', folder = '', kind = ''] = process.argv.slice(2);
const { python, kernelEnv, box } = readConfig();
const kernels = createJupyterKernels({
  python,
  rootDir,
  kernelEnv,
  sandbox: 'on',
  box,
  forkPatienceMs: FORK_PATIENCE_MS,
  external: null,
  graceS: 60,
  warmBoxes: 1,
  workspacesDir: folder,
  survivorsDir: join(folder, 'kernels'),
});
if (kind === 'waiting') kernels.keepWarm();
else await kernels.start({ name: 'own', kernelName: 'python3', workspace: folder });
