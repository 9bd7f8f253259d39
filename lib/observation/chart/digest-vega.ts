/** A Vega-Lite or Vega chart as a digest. Sources: https://vega.github.io/vega-lite/docs/, https://vega.github.io/vega/docs/. */
import type { FigureDigest, PanelDigest } from '../../notebook/output-digest.ts';
import { type JsonRecord, toLabel, toList, toRecord } from './read-chart-json.ts';

const MAX_PANELS = 20;
const MAX_DEPTH = 8;

/** What `application/vnd.vegalite.v…` and `application/vnd.vega.v…` hold. */
export function digestVega(value: unknown): FigureDigest {
  const spec = toRecord(value);
  return { title: readTitle(spec.title), panels: findPanels(spec, countRows(spec), 0).slice(0, MAX_PANELS) };
}

/** Charts may be layered, put side by side, repeated and faceted. */
function findPanels(spec: JsonRecord, inheritedRows: number, depth: number): PanelDigest[] {
  const rows = countRows(spec) || inheritedRows;
  const layers = toList(spec.layer).map(toRecord);
  if (layers.length > 0) {
    const marks = layers.map((layer): [string, number] => [readMark(layer.mark), countRows(layer) || rows]);
    return [
      {
        ...readAxes(layers.reduce(mergeEncoding, spec)),
        title: readTitle(spec.title),
        marks: marks.slice(0, 20),
      },
    ];
  }
  const inner = [spec.hconcat, spec.vconcat, spec.concat, spec.spec].flatMap((each) =>
    Array.isArray(each) ? each : each === undefined ? [] : [each],
  );
  if (inner.length > 0 && depth < MAX_DEPTH)
    return inner.slice(0, MAX_PANELS).flatMap((each) => findPanels(toRecord(each), rows, depth + 1));
  if (Array.isArray(spec.marks)) return [readVega(spec, rows)];
  return [
    {
      ...readAxes(spec),
      title: depth > 0 ? readTitle(spec.title) : '',
      marks: [[readMark(spec.mark), rows]],
    },
  ];
}

function mergeEncoding(spec: JsonRecord, layer: JsonRecord): JsonRecord {
  return { ...spec, encoding: { ...toRecord(layer.encoding), ...toRecord(spec.encoding) } };
}

function readAxes({ encoding }: JsonRecord): Pick<PanelDigest, 'x' | 'y' | 'legend'> {
  const { x, y, color, size, shape } = toRecord(encoding);
  const legend = [color, size, shape].map(readChannel).filter((label) => label !== '');
  return { x: readChannel(x), y: readChannel(y), legend };
}

function readChannel(channel: unknown): string {
  const { title, axis, field, aggregate } = toRecord(channel);
  const named = toLabel(title) || toLabel(toRecord(axis).title) || toLabel(field);
  const summed = typeof aggregate === 'string' ? aggregate : '';
  return named !== '' && summed !== '' && !toLabel(title) ? `${summed} of ${named}` : named || summed;
}

function readMark(mark: unknown): string {
  return toLabel(typeof mark === 'string' ? mark : toRecord(mark).type) || 'mark';
}

function readVega({ axes, marks }: JsonRecord, rows: number): PanelDigest {
  const titles = toList(axes).map(toRecord);
  const find = (orients: readonly unknown[]) =>
    readTitle(titles.find(({ orient }) => orients.includes(orient))?.title);
  return {
    x: find(['bottom', 'top']),
    y: find(['left', 'right']),
    marks: toList(marks)
      .slice(0, 20)
      .map((mark) => [toLabel(toRecord(mark).type) || 'mark', rows]),
  };
}

function readTitle(title: unknown): string {
  return toLabel(typeof title === 'string' || Array.isArray(title) ? title : toRecord(title).text);
}

/** Rows of the data that come with the chart: inline, named, or Vega's list of sources. */
function countRows({ data, datasets }: JsonRecord): number {
  const sources = Array.isArray(data)
    ? data.map((each) => toRecord(each).values)
    : [toRecord(data).values, ...Object.values(toRecord(datasets))];
  return sources.reduce((most: number, rows) => Math.max(most, toList(rows).length), 0);
}
