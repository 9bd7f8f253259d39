/** An nbformat output as exports write it: text, an error, or the best of its forms. */
import { type ChartSource, findChartSource } from '../../notebook/find-chart-source.ts';
import { describeKept, isWhole } from '../../notebook/html-table/describe-size.ts';
import { readTableGrid, type TableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { isBareRepr } from '../../notebook/is-bare-repr.ts';
import { toText } from '../../notebook/mime-value.ts';
import { readAskedSize } from '../../notebook/read-asked-size.ts';
import { type ImageSize, readImageSize } from '../../notebook/read-image-size.ts';
import { isBokehPlaceholder, readAltairSpec } from '../../notebook/read-wrapper.ts';
import { findChart } from '../../observation/chart/find-chart.ts';
import type { ChartTable } from '../../observation/chart/read-chart-table.ts';
import { describeFigure } from '../../observation/describe-figure.ts';
import { htmlToText } from '../../observation/html-to-text.ts';
import { EXPORT_TEXTS } from './export-texts.ts';

export interface ExportedImage {
  kind: 'image';
  mimeType: string;
  base64: string;
  description: string;
  /** The size at which it asks to be shown, CSS pixels; null for its own. */
  size: ImageSize | null;
}

/** Drawn by a library where a script may run; elsewhere its picture, or else its words and table. */
export interface ExportedChart extends ChartSource {
  kind: 'chart';
  /** `Plotly chart`. */
  name: string;
  /** Titles, axes and marks; empty when they are not known. */
  words: string;
  /** Its data, when it is small. */
  table: ChartTable | null;
  /** A picture that the kernel sent with it. */
  picture: ExportedImage | null;
}

export type ExportedOutput =
  | { kind: 'text'; text: string; isError: boolean }
  | ExportedImage
  | ExportedChart
  | ExportedHtml
  | { kind: 'markdown' | 'latex'; text: string; plain: string }
  /** A sentence on an output that cannot be written. */
  | { kind: 'note'; text: string };

export interface ExportedHtml {
  kind: 'html';
  text: string;
  /** Not empty where anything can be said of it. */
  plain: string;
  /** Null when it is not a plain table. */
  table: TableGrid | null;
  /** `10 of 5,000 rows are left.`; empty for a table that is whole. */
  left: string;
}

/** Programs that prepare a page for what follows them. */
const SILENT = /javascript|bokehjs/;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
/** Longer ones say little of a picture. */
const MAX_DESCRIPTION_LENGTH = 200;

/** Null when nothing of it can be written. */
export function toExportedOutput(output: Record<string, unknown>): ExportedOutput | null {
  if (output.output_type === 'stream')
    return { kind: 'text', text: toText(output.text ?? ''), isError: output.name === 'stderr' };
  if (output.output_type === 'error') {
    const lines = Array.isArray(output.traceback) ? output.traceback : [];
    const text = lines.join('\n') || `${String(output.ename)}: ${String(output.evalue)}`;
    return { kind: 'text', text, isError: true };
  }
  const { data, metadata } = output;
  return typeof data === 'object' && data !== null
    ? readBundle(data as Record<string, unknown>, metadata)
    : null;
}

/** A program (HTML with scripts) yields to a picture or text of the same: it is never run. */
function readBundle(data: Record<string, unknown>, metadata: unknown): ExportedOutput | null {
  const plain = data['text/plain'] === undefined ? '' : toText(data['text/plain']);
  const html = data['text/html'] === undefined ? '' : toText(data['text/html']);
  const image = readImage(data, metadata, plain);
  const chart = findChartSource(data);
  if (chart) return { kind: 'chart', ...chart, ...describeChart(data, chart), picture: image };
  if (isBokehPlaceholder(html)) return null;
  if (html !== '' && !/<(?:script|iframe|object|embed)[\s>]/i.test(html)) {
    // Pictures alone have no words.
    const words = isBareRepr(plain) ? htmlToText(html) || EXPORT_TEXTS.elsewhere('text/html') : plain;
    return toHtml(html, words);
  }
  if (data['text/markdown'] !== undefined)
    return { kind: 'markdown', text: toText(data['text/markdown']), plain };
  if (image) return image;
  if (data['text/latex'] !== undefined) return { kind: 'latex', text: toText(data['text/latex']), plain };
  if (data['application/json'] !== undefined && plain === '')
    return { kind: 'text', text: JSON.stringify(data['application/json'], null, 2), isError: false };
  if (plain !== '' && !(isBareRepr(plain) && html !== ''))
    return { kind: 'text', text: plain, isError: false };
  if (html !== '') return toHtml(html, htmlToText(html) || EXPORT_TEXTS.elsewhere('text/html'));
  const other = Object.keys(data).find((type) => !SILENT.test(type));
  return other === undefined ? null : { kind: 'note', text: EXPORT_TEXTS.elsewhere(other) };
}

function toHtml(text: string, plain: string): ExportedHtml {
  const table = readTableGrid(text.startsWith(STYLER) ? toUnstyled(text) : text);
  return { kind: 'html', text, plain, table, left: table ? describeCut(table) : '' };
}

const STYLER = '<style type="text/css">';
const STYLE_END = '</style>';

/** A table of a Styler without its colors, which exports leave out anyway. */
function toUnstyled(html: string): string {
  const end = html.indexOf(STYLE_END);
  if (end < 0) return html;
  return html
    .slice(end + STYLE_END.length)
    .replaceAll(/<(table|th|td)\b([^<>]*)>/gi, (_, name: string, attributes: string) => {
      const spans = attributes.match(/\b(?:row|col)span="\d+"/gi) ?? [];
      return `<${[name, ...spans].join(' ')}>`;
    });
}

function describeCut({ held, total, isMaybeCut }: TableGrid): string {
  if (isMaybeCut) return EXPORT_TEXTS.someLeft;
  return isWhole(held, total) ? '' : `${describeKept(held, total)}.`;
}

/** Describes a chart by its MIME type, which the HTML of Altair does not have. */
function describeChart(
  data: Record<string, unknown>,
  { viewer, source }: ChartSource,
): Pick<ExportedChart, 'name' | 'words' | 'table'> {
  const type = Object.keys(data).find((mimeType) => findChart(mimeType));
  const isAltair = type === undefined && viewer === 'vega';
  const chart = findChart(isAltair ? ALTAIR_TYPE : (type ?? ''));
  if (!chart) return { name: 'Bokeh chart', words: '', table: null };
  const value = isAltair ? readAltairSpec(source) : data[type ?? ''];
  return { name: chart.name, words: describeFigure(chart.digest(value)), table: chart.readTable(value) };
}

const ALTAIR_TYPE = 'application/vnd.vegalite.v6+json';

function readImage(data: Record<string, unknown>, metadata: unknown, plain: string): ExportedImage | null {
  const description = plain.length <= MAX_DESCRIPTION_LENGTH ? plain : '';
  const svg = data['image/svg+xml'];
  if (svg !== undefined) {
    const base64 = Buffer.from(toText(svg)).toString('base64');
    return { kind: 'image', mimeType: 'image/svg+xml', base64, description, size: null };
  }
  for (const mimeType of IMAGE_TYPES) {
    const value = data[mimeType];
    const base64 = value === undefined ? '' : toText(value).replaceAll(/\s/g, '');
    if (base64 !== '' && BASE64.test(base64)) {
      const size = readAskedSize(metadata, mimeType, readImageSize(base64));
      return { kind: 'image', mimeType, base64, description, size };
    }
  }
  return null;
}
