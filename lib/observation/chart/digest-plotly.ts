/** A Plotly figure as a digest. Source: https://plotly.com/javascript/reference/ (`data`, `layout`). */
import type { FigureDigest, PanelDigest } from '../../notebook/output-digest.ts';
import { type JsonRecord, toLabel, toList, toRecord } from './read-chart-json.ts';

const MAX_TRACES = 20;

/** What `application/vnd.plotly.v1+json` holds. */
export function digestPlotly(value: unknown): FigureDigest {
  const { data, layout } = toRecord(value);
  const shown = toRecord(layout);
  const traces = toList(data).map(toRecord);
  const panel: PanelDigest = {
    x: readTitle(toRecord(shown.xaxis).title) || readTitle(toRecord(toRecord(shown.scene).xaxis).title),
    y: readTitle(toRecord(shown.yaxis).title) || readTitle(toRecord(toRecord(shown.scene).yaxis).title),
    legend: traces
      .map(({ name }) => toLabel(name))
      .filter((name) => name !== '')
      .slice(0, MAX_TRACES),
    marks: traces.slice(0, MAX_TRACES).map((trace) => [toLabel(trace.type) || 'scatter', countPoints(trace)]),
  };
  return { title: readTitle(shown.title), panels: [panel] };
}

/** A title is a text or `{text}`; HTML tags in it are formatting. */
function readTitle(title: unknown): string {
  return toLabel(typeof title === 'string' ? title : toRecord(title).text)
    .replaceAll(/<[^<>]*>/g, ' ')
    .trim();
}

/** How many values the longest of the trace's usual arrays has. */
function countPoints(trace: JsonRecord): number {
  const keys = ['x', 'y', 'z', 'values', 'labels', 'locations', 'lat', 'r', 'open', 'value'];
  return Math.max(0, ...keys.map((key) => measureArray(trace[key])));
}

/** Plotly for Python 6 sends NumPy arrays as `{dtype, bdata, shape}`. */
function measureArray(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  const { bdata, dtype, shape } = toRecord(value);
  if (typeof shape === 'string')
    return shape.split(',').reduce((product, size) => product * (Number(size) || 0), 1);
  if (typeof bdata !== 'string' || typeof dtype !== 'string') return 0;
  const bytes = Number(/\d$/.exec(dtype)?.[0] ?? 1);
  // Base64, without what fills up its last four characters.
  return Math.floor((bdata.replace(/=+$/, '').length * 3) / 4 / bytes);
}
