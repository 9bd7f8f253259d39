import { CHART_MIME_TYPES, type ChartViewer } from './chart-viewers.ts';
import { toText } from './mime-value.ts';
import { isAltairChart } from './read-wrapper.ts';

export interface ChartSource {
  viewer: ChartViewer;
  /** What the viewer draws: JSON, or for Bokeh and Altair the program around it, of which only the data is read. */
  source: string;
}

/** The chart that a MIME bundle holds; null when it holds none. The values are in the bundle, not stored elsewhere. */
export function findChartSource(data: Readonly<Record<string, unknown>>): ChartSource | null {
  for (const [pattern, viewer] of CHART_MIME_TYPES) {
    const type = Object.keys(data).find((mimeType) => pattern.test(mimeType));
    if (type === undefined) continue;
    // The value of Bokeh's type is empty: the document is in the program next to it.
    const value = viewer === 'bokeh' ? data['application/javascript'] : data[type];
    if (value !== undefined) return { viewer, source: toText(value) };
  }
  const html = data['text/html'] === undefined ? '' : toText(data['text/html']);
  return isAltairChart(html) ? { viewer: 'vega', source: html } : null;
}
