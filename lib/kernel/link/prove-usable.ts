import { isWithin } from '../../util/is-within.ts';
import { UNUSABLE } from '../execution/execution-end.ts';
import type { ExecutionEnd } from '../kernel.ts';
import type { JupyterLink } from './jupyter-link.ts';

/** Longest a kernel may take for a trivial request after it was interrupted. */
const TIMEOUT_MS = 15_000;

/** The end as it is, or, when the kernel does not answer afterwards, the end of a kernel that had to be replaced. */
export async function proveUsable(
  link: JupyterLink,
  end: ExecutionEnd,
  restart: (reason: string) => Promise<void>,
): Promise<ExecutionEnd> {
  const proof = link.execute({ code: '', silent: true });
  if (await isWithin(TIMEOUT_MS, proof.ended)) return end;
  // What fails is reported as a status, and tried again by the next execution.
  await restart(UNUSABLE).catch(() => {});
  return { ...end, status: 'kernel-died', reason: UNUSABLE };
}
