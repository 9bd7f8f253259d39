/** All values that the outputs of cells show. */
import { readTableGrid } from '../../notebook/html-table/read-table-grid.ts';
import type { Output } from '../../notebook/output.ts';
import { toPlainText } from '../../notebook/to-plain-text.ts';
import type { SourceCell } from '../finding/quantity.ts';
import { createLabel, type OutputContext } from './make-value.ts';
import { readGrid } from './read-grid.ts';
import { readLines } from './read-lines.ts';
import type { Label, SourceGroup, SourcePlace, SourceValue } from './source-value.ts';

export interface ReadSources {
  readonly values: readonly SourceValue[];
  /** Tables, and lists of names; of lines only those with values. */
  readonly groups: readonly SourceGroup[];
}

const MAX_CODE = 1500;
/** Of a notebook; what is shown after them is not looked at. */
const MAX_VALUES = 100_000;
/** Items of a list or an object in JSON. */
const MAX_ITEMS = 5000;
const PERCENT_CODE = /\*\s*100(?:\.0)?\b|\b100(?:\.0)?\s*\*|pct_change|:\.\d%/;

export function readSources(cells: readonly SourceCell[]): ReadSources {
  const values: SourceValue[] = [];
  const groups: SourceGroup[] = [];
  for (const { id, cell, source, outputs } of cells) {
    const code = toCodeLabel(source);
    const makesPercent = PERCENT_CODE.test(source);
    for (const [index, output] of outputs.entries()) {
      const place: SourcePlace = { cellId: id, cell, output: index };
      const open = (kind: SourceGroup['kind']): OutputContext => {
        const group: SourceGroup = { place, kind, rows: 0, columns: 0, isWhole: true, nouns: new Set() };
        groups.push(group);
        return { group, code, makesPercent };
      };
      for (const value of readOutput(output, open)) if (values.length < MAX_VALUES) values.push(value);
    }
  }
  return { values, groups };
}

/** What the code calls things; of a long cell its end, which makes what is shown. */
function toCodeLabel(source: string): Label {
  const code = source.replaceAll(/^\s*(?:#|import |from ).*$/gm, '').slice(-MAX_CODE);
  return createLabel(code);
}

function readOutput(output: Output, open: (kind: SourceGroup['kind']) => OutputContext): SourceValue[] {
  if (output.output_type === 'error') return [];
  if (output.output_type === 'stream') return readLines(toPlainText(output.text), open);
  const { data } = output;
  const html = readText(data['text/html']);
  const grid = html === '' ? null : readTableGrid(html, output.digest?.table);
  if (grid) return readGrid(grid, open('table'));
  const json = data['application/json'];
  if (json !== undefined) return readLines(flatten(json, '').join('\n'), open);
  const plain = readText(data['text/markdown']) || readText(data['text/plain']);
  // A representation such as `<Figure size 640x480 with 1 Axes>` is not a result.
  if (plain !== '' && !/^\s*<[^>]*>\s*$/.test(plain)) return readLines(toPlainText(plain), open);
  return html === '' ? [] : readLines(toTextOfHtml(html), open);
}

/** nbformat allows a text as a list of its lines. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}

function flatten(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).flatMap((item) => flatten(item, path));
  if (value instanceof Object) {
    return Object.entries(value)
      .slice(0, MAX_ITEMS)
      .flatMap(([key, item]) => flatten(item, path === '' ? key : `${path} ${key}`));
  }
  return value === null ? [] : [`${path}: ${String(value)}`];
}

function toTextOfHtml(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<\/(?:p|div|tr|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ');
}
