/** A displayed value as text that says what users see, without dumping what only a browser understands. */
import { isBareRepr } from '../notebook/is-bare-repr.ts';
import { isBlobRef, toText } from '../notebook/mime-value.ts';
import type { Output } from '../notebook/output.ts';
import type { OutputDigest, TableDigest } from '../notebook/output-digest.ts';
import { toPlainText } from '../notebook/to-plain-text.ts';
import { pluralize } from '../util/pluralize.ts';
import { findChart } from './chart/find-chart.ts';
import { describeFigure } from './describe-figure.ts';
import { describeImage } from './describe-image.ts';
import { digestHtml } from './html-to-text.ts';

export type Display = Extract<Output, { data: unknown }>;

const WIDGET_TYPE = 'application/vnd.jupyter.widget-view+json';
/** Text types from the most to the least useful for a reader of plain text. */
const TEXT_TYPES = ['text/markdown', 'text/latex', 'application/json', 'text/html'];

/** `isAttached`: whether the model is sent the picture itself. */
export function renderBundle({ data, digest = {} }: Display, isAttached: boolean): string {
  const types = Object.keys(data);
  const read = (type: string) => readText(type, data[type], digest);
  const plain = isBareRepr(read('text/plain')) ? '' : read('text/plain');
  const chart = types.find((type) => findChart(type));
  if (chart !== undefined) return read(chart) + (isAttached ? ' [picture attached]' : '');
  const image = types.find((type) => type.startsWith('image/'));
  if (image !== undefined) {
    const described = describeImage(image, data[image], { digest, isAttached });
    return digest.figure ? described : [described, read('text/plain')].filter(Boolean).join(' ');
  }
  if (data[WIDGET_TYPE] !== undefined) return `[Widget shown to the user] ${read('text/plain')}`.trim();
  const special = types.find((type) => /^application\/(?!json$)/.test(type));
  if (special !== undefined) return [`[${special}, shown to the user]`, plain].filter(Boolean).join(' ');
  if (digest.table) return `${describeTable(digest.table)}\n${read('text/plain')}`;
  if (plain !== '') return plain;
  const type = TEXT_TYPES.find((each) => data[each] !== undefined);
  return (type && read(type)) || read('text/plain') || `[${types.join(', ')}, shown to the user]`;
}

/**
 * A data frame in words: its shape and the types of its columns, which its plain text leaves out.
 * `[398 rows x 9 columns; dtypes: mpg float64, name str]`
 */
export function describeTable({ rows, columns, dtypes }: TableDigest): string {
  const shape = `${pluralize(rows, 'row')} x ${pluralize(columns, 'column')}`;
  const named = dtypes.map(([name, type]) => `${name} ${type}`).join(', ');
  const more = columns - dtypes.length;
  const rest = more > 0 ? `, and ${pluralize(more, 'more column')}` : '';
  return `[${shape}${named === '' ? '' : `; dtypes: ${named}${rest}`}]`;
}

function readText(type: string, value: unknown, { excerpts }: OutputDigest): string {
  if (value === undefined || value === null) return '';
  if (!isBlobRef(value)) return renderValue(type, value);
  return excerpts?.[type]?.text ?? `[${value.bytes.toLocaleString('en-US')} bytes, shown to the user]`;
}

/** One value of a bundle as a model reads it. */
export function renderValue(type: string, value: unknown): string {
  const chart = findChart(type);
  if (chart) return `[${chart.name}, shown to the user]\n${describeFigure(chart.digest(value))}`;
  const text = toText(value);
  return toPlainText(type === 'text/html' ? digestHtml(text) : text).trimEnd();
}
