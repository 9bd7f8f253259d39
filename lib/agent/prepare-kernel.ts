/** Makes a kernel process ready for cells: once done, doing it again changes nothing. */
import { findLanguage } from './languages/find-language.ts';
import type { RunContext } from './run-context.ts';

/** What cannot be prepared is missed, and nothing else: outputs are then described by what they show. */
export async function prepareKernel({ kernel }: Pick<RunContext, 'kernel'>): Promise<void> {
  const { prepare } = findLanguage(kernel);
  if (prepare) await kernel.evaluate(prepare).catch(() => null);
}
