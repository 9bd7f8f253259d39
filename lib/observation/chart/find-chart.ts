import type { FigureDigest } from '../../notebook/output-digest.ts';
import { digestPlotly } from './digest-plotly.ts';
import { digestVega } from './digest-vega.ts';

interface ChartType {
  readonly pattern: RegExp;
  /** `Plotly chart`. */
  readonly name: string;
  /** What the value of that MIME type shows. */
  digest(value: unknown): FigureDigest;
}

const CHART_TYPES: readonly ChartType[] = [
  { pattern: /^application\/vnd\.plotly\.v\d/, name: 'Plotly chart', digest: digestPlotly },
  { pattern: /^application\/vnd\.vegalite\.v\d/, name: 'Vega-Lite chart', digest: digestVega },
  { pattern: /^application\/vnd\.vega\.v\d/, name: 'Vega chart', digest: digestVega },
];

/** The kind of chart that a MIME type holds as data; none for other types. */
export function findChart(mimeType: string): ChartType | undefined {
  return CHART_TYPES.find(({ pattern }) => pattern.test(mimeType));
}
