/** Makes a new kernel process ready for the agent's cells. */
import { findLanguage } from './languages/find-language.ts';
import type { RunContext } from './run-context.ts';

/** What cannot be prepared is missed, and nothing else: outputs are then described by what they show. */
export async function prepareKernel({ kernel }: RunContext): Promise<void> {
  const { prepare } = findLanguage(kernel);
  if (prepare) await kernel.evaluate(prepare).catch(() => null);
}
