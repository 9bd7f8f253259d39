/** Which lost names no cell of a rebuild gives, as far as its code can be read. */
import type { KernelName } from '../../protocol/kernel/kernel-name.ts';
import { readCode } from '../cell-code.ts';
import type { Session } from '../session.ts';
import { isPython } from './find-stale.ts';
import { listRebuildRuns } from './list-rebuild-runs.ts';
import { readPythonNames } from './name-uses.ts';

/** What gives names that are not in the code: nothing is claimed of it. */
const GIVES_OTHERS =
  /\bimport\s*\*|\b(?:exec|globals|locals|vars|setattr)\s*\(|^\s*%%?(?!(?:matplotlib|time|timeit|prun|pip|conda)\b)\w/m;

/** Empty where it is not known. */
export function listNotRestored(session: Session): KernelName[] {
  const sources = listRebuildRuns(session).map((run) => run.ranSource ?? readCode(run));
  if (!isPython(session.kernel) || sources.some((source) => GIVES_OTHERS.test(source))) return [];
  const given = new Set(sources.flatMap((source) => [...readPythonNames(source).defines]));
  return session.kernel.lostNames.filter(({ name }) => !given.has(name));
}

/** Names that the present kernel has and that the cells of a rebuild give again. */
export function listGivenAgain(session: Session): KernelName[] {
  const cells = isPython(session.kernel) ? listRebuildRuns(session) : [];
  const given = new Set(
    cells.flatMap((cell) => [...readPythonNames(cell.ranSource ?? readCode(cell)).defines]),
  );
  return session.kernel.names.filter(({ name, type }) => type !== 'module' && given.has(name));
}
