/** A traceback cut to what the model can act on: its own frames, the last library frame, the message. */

import type { ErrorOutput } from '../../notebook/output.ts';
import { toPlainText } from '../../notebook/to-plain-text.ts';
import type { OutdatedName } from './outdated-name.ts';
import { OUTDATED_NAMES } from './outdated-names.ts';
import { findDialect, type TracebackDialect } from './traceback-dialect.ts';

/** All that Deno's kernel reports of code that cannot be read, and of imports that cannot be loaded. */
const UNEXPLAINED = 'Execution failed';
const EXPLANATION =
  'The kernel gives no reason: the code could not be read, or an import could not be loaded. Check the syntax and the imports.';

/** Plain text without terminal colors. IPython's rule line and table heading are left out. */
export function shortenTraceback(error: ErrorOutput): string {
  const dialect = findDialect(error);
  const parts = error.traceback.map((part) => toPlainText(part).trimEnd());
  const kept = dropLibraryFrames(
    parts.filter((part) => !dialect.heading.test(part)),
    dialect,
  );
  if (!kept.some((line) => saysWhat(line, error))) kept.push(toPlainText(summarize(error)));
  const hint = hintAtOutdated(error) ?? hintAtMissing(error);
  if (hint !== null) kept.push(hint);
  const { tidy = (line: string) => line } = dialect;
  return kept.map(tidy).join('\n').trim();
}

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

/** For a module that no package here has. */
function hintAtMissing({ ename, evalue }: ErrorOutput): string | null {
  const [, name] = (ename === 'ModuleNotFoundError' && /^No module named '(\w+)'$/.exec(evalue)) || [];
  return name === undefined
    ? null
    : `If a package has it, \`add_packages("${name}")\` with the name that pip knows asks the user to add it.`;
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

/** R has no names of errors. */
function saysWhat(line: string, { ename, evalue }: ErrorOutput): boolean {
  return line.includes(ename) || (evalue.trim() !== '' && line.startsWith(evalue.trim()));
}

function summarize({ ename, evalue, traceback }: ErrorOutput): string {
  const summary = evalue === '' ? ename : `${ename}: ${evalue}`;
  return evalue === UNEXPLAINED && traceback.length === 0 ? `${summary}. ${EXPLANATION}` : summary;
}

/** Keeps only the first line of the innermost frame of every run of library frames: it names where the error arose. */
function dropLibraryFrames(parts: readonly string[], { frame, library }: TracebackDialect): string[] {
  const kept: string[] = [];
  let dropped: string[] = [];
  const flush = () => {
    const last = dropped.at(-1);
    if (!last) return;
    if (dropped.length > 1) kept.push(`[… library frames left out: ${dropped.length - 1} …]`);
    kept.push(last.split('\n', 1)[0] ?? '');
    dropped = [];
  };
  for (const part of parts) {
    if (frame.test(part) && library.test(part.trimStart())) dropped.push(part);
    else {
      flush();
      kept.push(part);
    }
  }
  flush();
  return kept;
}
