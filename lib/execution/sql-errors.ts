/** Errors of cells of SQL, which are told without the Python that ran it. */
import type { OutputEvent } from '../kernel/kernel.ts';
import type { Output } from '../notebook/output.ts';
import type { CellLanguage } from '../protocol/cells/cell-language.ts';

/** The database names the line of the SQL in its own words; a traceback would name lines of generated Python. */
export function withoutPython<Event extends { type: string }>(
  event: Event | OutputEvent,
): Event | OutputEvent {
  if (!('output' in event) || event.output.output_type !== 'error') return event;
  return { ...event, output: { ...event.output, traceback: [] } };
}

interface ErrorFacts {
  readonly language?: CellLanguage | undefined;
  readonly toolProblems?: readonly string[];
}

/**
 * A sentence that says what to do where the error speaks of Python only; else null. `toolProblems`: why the kernel lacks what it would
 * have, which a name that is not defined may come from.
 */
export function explainError(
  output: Output,
  { language, toolProblems: [problem] = [] }: ErrorFacts,
): string | null {
  if (output.output_type !== 'error') return null;
  const { ename, evalue } = output;
  if (ename === 'NameError' && problem !== undefined) return problem;
  if (!language) return null;
  const { connection } = language;
  if (ename === 'ModuleNotFoundError' && evalue.includes("'duckdb'"))
    return 'This kernel does not have the package duckdb, which runs SQL over the notebook’s tables. Install it with %pip install duckdb, or choose a connection.';
  if (ename === 'NameError' && connection !== undefined && evalue.includes(`'${connection}'`))
    return `This kernel does not have the connection ${connection}. Choose another one, or add it in the settings.`;
  if (ename === 'AttributeError' && evalue.includes("'NoneType' object has no attribute 'df'"))
    return 'This cell has no statement, so nothing ran.';
  return null;
}
