/** Finds out the versions that a run's prompts state. */
import { findLanguage } from '../../execution/languages/find-language.ts';
import { readInstalledPackages } from '../../execution/read-installed-packages.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { findRun } from '../../session/session.ts';
import type { RunContext } from '../run-context.ts';

/**
 * To be done once for each kernel process before the model's next step, so that the beginning of the prompt stays the same.
 * Yields `run-packages` when the run knows other versions.
 */
export async function* listPackages({ kernel, runId, session }: RunContext): AsyncGenerator<EventBody> {
  const { packages: stated, wantedPackages = [] } = findLanguage(kernel);
  const names = stated && [...stated, ...wantedPackages];
  const packages = names ? ((await readInstalledPackages(kernel, names)) ?? []) : [];
  const known = findRun(session, runId)?.packages ?? [];
  if (JSON.stringify(packages) !== JSON.stringify(known)) yield { type: 'run-packages', runId, packages };
}
