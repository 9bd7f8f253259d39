/** The pictures that a run's work came to, which are shown with its answer. */
import type { Output } from '../../../notebook/output.ts';
import type { Cell } from '../../session.ts';
import type { CellAttempts } from './group-attempts.ts';

type FigureOutput = Extract<Output, { data: unknown }>;

export interface Figure {
  readonly cell: Cell;
  readonly output: FigureOutput;
  /** Its own among the session's outputs. */
  readonly key: string;
}

const FIGURE_TYPE = /^(?:image\/|application\/vnd\.(?:plotly|vega|vegalite)\.)/;

/** Pictures and charts of the cells that ended well, in order; of a retried cell the last attempt's. */
export function findFigures(groups: readonly CellAttempts[]): Figure[] {
  return groups.flatMap(({ cell }) =>
    cell.status !== 'ok' || cell.author !== 'agent'
      ? []
      : cell.outputs.flatMap((output, index) =>
          isFigure(output) ? [{ cell, output, key: `${cell.id}-${index}` }] : [],
        ),
  );
}

function isFigure(output: Output): output is FigureOutput {
  return 'data' in output && Object.keys(output.data).some((mimeType) => FIGURE_TYPE.test(mimeType));
}
