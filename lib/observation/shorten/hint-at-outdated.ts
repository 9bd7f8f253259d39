import type { ErrorOutput } from '../../notebook/output.ts';
import { toPlainText } from '../../notebook/to-plain-text.ts';
import type { OutdatedName } from './outdated-name.ts';
import { OUTDATED_NAMES } from './outdated-names.ts';

/** A line for the model that wrote what the installed packages no longer have; null for other errors. */
export function hintAtOutdated({ ename, evalue, traceback }: ErrorOutput): string | null {
  const error = `${ename}: ${evalue}`;
  const found = OUTDATED_NAMES.find(
    (row) => toPattern(row).test(error) && (row.frame?.test(toPlainText(traceback.join('\n'))) ?? true),
  );
  return found
    ? `The installed version no longer has this. Instead of \`${found.outdated}\`, write \`${found.instead}\`.`
    : null;
}

/** Of an error as `name: message`. */
function toPattern({ kind, of, name }: OutdatedName): RegExp {
  switch (kind) {
    case 'attribute':
      return new RegExp(`^AttributeError: .*\\b(?:${of})'? (?:object )?has no attribute '(?:${name})'`, 's');
    case 'option':
      return new RegExp(`^(?:Type|Attribute)Error: .*${of}.*unexpected keyword argument '(?:${name})'`, 's');
    case 'module':
      return new RegExp(`^ModuleNotFoundError: No module named '${name}'`);
    case 'import':
      return new RegExp(`^ImportError: cannot import name '(?:${name})' from '${of}'`);
    case 'message':
      return new RegExp(name);
  }
}
