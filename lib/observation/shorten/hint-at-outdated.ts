import type { ErrorOutput } from '../../notebook/output.ts';
import { toPlainText } from '../../notebook/to-plain-text.ts';
import { listOutdatedNames } from './outdated-names.ts';

/** A line for the model that wrote what the installed packages no longer have; null for other errors. */
export function hintAtOutdated({ ename, evalue, traceback }: ErrorOutput): string | null {
  const error = `${ename}: ${evalue}`;
  const found = listOutdatedNames().find(
    (row) => row.error.test(error) && (row.frame?.test(toPlainText(traceback.join('\n'))) ?? true),
  );
  return found
    ? `The installed version no longer has this. Instead of \`${found.outdated}\`, write \`${found.instead}\`.`
    : null;
}
