/** Other tools that run a notebook again and compare, in a process and an environment of their own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readConfig } from '../../lib/config/config.ts';
import { openPeerPython, startPeer } from '../peer-python.ts';

export interface Peer {
  name: string;
  /** `folder` has `notebook.ipynb` and its data. Resolves to whether each cell is the same, and the time it took. */
  verify(folder: string): Promise<{ same: boolean[]; ms: number }>;
  dispose(): Promise<void>;
}

const Answer = z.object({ same: z.array(z.boolean()), ms: z.number() });
/** Of each cell. */
const TIMEOUT_S = 60;
const KERNEL = 'proof';

/** Installs them on first use. Their kernels run in the product's Python, with the packages that the notebooks import. */
export async function createPeers(): Promise<Peer[]> {
  const { python } = readConfig({ ...process.env });
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const { interpreter, folder } = openPeerPython('bench-proof', requirements);
  const kernel = join(folder, 'kernels-of-bench/kernels', KERNEL);
  await mkdir(kernel, { recursive: true });
  const argv = [python, '-m', 'ipykernel_launcher', '-f', '{connection_file}'];
  await writeFile(
    join(kernel, 'kernel.json'),
    JSON.stringify({ argv, display_name: KERNEL, language: 'python' }),
  );
  const env = { ...process.env, JUPYTER_PATH: join(folder, 'kernels-of-bench') };
  return [
    createPeer('nbval', interpreter, 'nbval', env),
    createPeer('papermill + nbdime', interpreter, 'papermill', env),
  ];
}

function createPeer(name: string, python: string, mode: string, env: NodeJS.ProcessEnv): Peer {
  const program = [join(import.meta.dirname, 'peers.py'), mode, KERNEL];
  // What a tool says while it works is none of the figures.
  const peer = startPeer(name, python, program, { env, stderr: 'ignore' });
  return {
    name,
    verify: async (folder) => Answer.parse(await peer.ask({ folder, timeoutS: TIMEOUT_S })),
    dispose: peer.dispose,
  };
}
