/** The part of the loop that is the kernel protocol: the same code through our driver, without agent, log or prompt. */
import type { Kernel } from '../../lib/kernel/kernel.ts';
import { createTestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { median } from '../figures.ts';
import { toCode } from './script.ts';

const CODE_MS = /code_ms ([\d.]+)/;

/** In a box, as sessions are. */
export async function createKernelAlone() {
  const { start, dispose } = await createTestProvider({ sandbox: 'on' });
  const kernel = await start();
  await executeSteps(kernel, 3);
  return {
    /** Milliseconds a step but for the code's own, the median of these rounds. */
    measure: async (rounds: number, steps: number): Promise<number> => {
      const found: number[] = [];
      for (let round = 0; round < rounds; round += 1) found.push(await executeSteps(kernel, steps));
      return median(found);
    },
    dispose,
  };
}

async function executeSteps(kernel: Kernel, steps: number): Promise<number> {
  let codeMs = 0;
  const startedAt = performance.now();
  for (let step = 1; step <= steps; step += 1) {
    for await (const event of kernel.execute(toCode(step))) {
      if (event.type !== 'output' || event.output.output_type !== 'stream') continue;
      codeMs += Number(CODE_MS.exec(event.output.text)?.[1] ?? 0);
    }
  }
  return (performance.now() - startedAt - codeMs) / steps;
}
