import type { FigureDigest } from '../../notebook/output-digest.ts';
import { toPlainNumbers } from '../../util/exact-json.ts';
import { digestPlotly } from './digest-plotly.ts';
import { digestVega } from './digest-vega.ts';
import { type ChartTable, readPlotlyTable, readVegaTable } from './read-chart-table.ts';

interface ChartType {
  readonly pattern: RegExp;
  /** `Plotly chart`. */
  readonly name: string;
  /** What the value of that MIME type shows. */
  digest(value: unknown): FigureDigest;
  /** The data of a small chart; null for others. */
  readTable(value: unknown): ChartTable | null;
}

const CHART_TYPES: readonly ChartType[] = [
  {
    pattern: /^application\/vnd\.plotly\.v\d/,
    name: 'Plotly chart',
    digest: digestPlotly,
    readTable: (value) => readPlotlyTable(toPlainNumbers(value)),
  },
  {
    pattern: /^application\/vnd\.vegalite\.v\d/,
    name: 'Vega-Lite chart',
    digest: digestVega,
    readTable: (value) => readVegaTable(toPlainNumbers(value)),
  },
  {
    pattern: /^application\/vnd\.vega\.v\d/,
    name: 'Vega chart',
    digest: digestVega,
    readTable: (value) => readVegaTable(toPlainNumbers(value)),
  },
];

/** The kind of chart that a MIME type holds as data; none for other types. */
export function findChart(mimeType: string): ChartType | undefined {
  return CHART_TYPES.find(({ pattern }) => pattern.test(mimeType));
}
