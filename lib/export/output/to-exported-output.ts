/** An nbformat output as exports write it: text, an error, or the best of its forms. */
import { toText } from '../../notebook/mime-value.ts';
import { findChart } from '../../observation/chart/find-chart.ts';
import { describeFigure } from '../../observation/describe-figure.ts';

export type ExportedOutput =
  | { kind: 'text'; text: string; isError: boolean }
  | { kind: 'image'; mimeType: string; base64: string; description: string }
  | { kind: 'html' | 'markdown' | 'latex'; text: string; plain: string };

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
  const { data } = output;
  return typeof data === 'object' && data !== null ? readBundle(data as Record<string, unknown>) : null;
}

/** A program (HTML with scripts) yields to a picture or text of the same: exports run nothing. */
function readBundle(data: Record<string, unknown>): ExportedOutput | null {
  const plain = data['text/plain'] === undefined ? '' : toText(data['text/plain']);
  const html = data['text/html'] === undefined ? '' : toText(data['text/html']);
  if (html !== '' && !/<(?:script|iframe|object|embed)[\s>]/i.test(html))
    return { kind: 'html', text: html, plain };
  if (data['text/markdown'] !== undefined)
    return { kind: 'markdown', text: toText(data['text/markdown']), plain };
  const image = readImage(data, plain);
  if (image) return image;
  if (data['text/latex'] !== undefined) return { kind: 'latex', text: toText(data['text/latex']), plain };
  if (data['application/json'] !== undefined && plain === '')
    return { kind: 'text', text: JSON.stringify(data['application/json'], null, 2), isError: false };
  const chart = readChart(data);
  if (chart !== null) return { kind: 'text', text: chart, isError: false };
  if (plain !== '') return { kind: 'text', text: plain, isError: false };
  return html === '' ? null : { kind: 'html', text: html, plain };
}

/** In words: what is drawn by a library of the page is not drawn here. */
function readChart(data: Record<string, unknown>): string | null {
  for (const [type, value] of Object.entries(data)) {
    const chart = findChart(type);
    if (chart) return `[${chart.name}, drawn in the notebook]\n${describeFigure(chart.digest(value))}`.trim();
  }
  return null;
}

function readImage(data: Record<string, unknown>, plain: string): ExportedOutput | null {
  const description = plain.length <= MAX_DESCRIPTION_LENGTH ? plain : '';
  const svg = data['image/svg+xml'];
  if (svg !== undefined) {
    const base64 = Buffer.from(toText(svg)).toString('base64');
    return { kind: 'image', mimeType: 'image/svg+xml', base64, description };
  }
  for (const mimeType of IMAGE_TYPES) {
    const value = data[mimeType];
    const base64 = value === undefined ? '' : toText(value).replaceAll(/\s/g, '');
    if (base64 !== '' && BASE64.test(base64)) return { kind: 'image', mimeType, base64, description };
  }
  return null;
}
