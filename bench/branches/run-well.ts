import type { ExecuteOptions, Kernel } from '../../lib/kernel/kernel.ts';
import { run } from '../../test/helpers/kernel/kernel-provider.ts';

/** Throws with the end of what it put out for code that does not end well. */
export async function runWell(kernel: Kernel, code: string, options?: ExecuteOptions): Promise<void> {
  const { end, outputs } = await run(kernel, code, options);
  if (end.status !== 'ok')
    throw new Error(`A cell ended ${end.status}: ${code}\n${JSON.stringify(outputs.at(-1)).slice(-300)}`);
}
