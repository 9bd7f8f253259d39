/** From a run's cells as folded to what the analyst reads. */
import { toText } from '../notebook/mime-value.ts';
import type { Cell, Run, Session } from '../session/session.ts';
import type { Observation } from './analysis.ts';
import { type HtmlTable, parseHtmlTable } from './html-table.ts';

/** The observations of a run's executed code cells, oldest first. */
export function observeRun(session: Session, run: Run): Observation[] {
  const cellIds = new Set(run.steps.flatMap((step) => step.cellIds));
  return session.cells
    .filter((cell) => cellIds.has(cell.id) && cell.type === 'code' && cell.role === 'code')
    .map(observeCell);
}

export function observeCell(cell: Cell): Observation {
  const error = cell.outputs.find((output) => output.output_type === 'error');
  return {
    ok: cell.status === 'ok',
    errorName: cell.status === 'ok' ? null : (error?.ename ?? cell.status),
    errorMessage: error?.evalue ?? cell.reason ?? '',
    text: cell.outputs.map(readStdout).join(''),
    tables: cell.outputs.map(readTable).filter((table) => table !== null),
  };
}

function readStdout(output: Cell['outputs'][number]): string {
  return output.output_type === 'stream' && output.name === 'stdout' ? output.text : '';
}

function readTable(output: Cell['outputs'][number]): HtmlTable | null {
  if (output.output_type !== 'execute_result' && output.output_type !== 'display_data') return null;
  const html = output.data['text/html'];
  return html === undefined ? null : parseHtmlTable(toText(html));
}
