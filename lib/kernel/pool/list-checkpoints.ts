/** What a kernel was before its last cells, as far as that can be had again. */
import type { Checkpoints } from '../kernel.ts';
import type { CheckpointList } from '../wire/jupyter-api.ts';
import { explainMissing } from './explain-obstacles.ts';
import type { KernelProcess } from './kernel-process.ts';

const KERNEL_ENDED = 'the end of the kernel';
const OTHER_KERNEL = 'its kernel, which cannot keep it';
const NOT_KNOWN = 'its kernel, which has nothing from before it';

/** See `KernelForks.listCheckpoints`; null for a kernel that has ended. */
export async function listCheckpoints(process: KernelProcess | null): Promise<Checkpoints> {
  const { checkpoints, missing, off } = await readList(process);
  const known = new Set(checkpoints.map(({ cellId }) => cellId));
  return {
    checkpoints,
    explainMissing: (cellId) =>
      known.has(cellId) ? null : explainMissing([missing[cellId] ?? off ?? NOT_KNOWN]),
    off: off === null ? null : explainMissing([off]),
  };
}

async function readList(process: KernelProcess | null): Promise<CheckpointList> {
  const none = { checkpoints: [], missing: {} };
  if (!process) return { ...none, off: KERNEL_ENDED };
  const { server, info, api, kernelId } = process;
  const isOurs = server.isolation !== 'remote' && info.languageInfo.name === 'python';
  return isOurs ? api.listCheckpoints(kernelId) : { ...none, off: OTHER_KERNEL };
}
