/** All values that the outputs of cells show. */
import { readTableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { isBlobRef } from '../../notebook/mime-value.ts';
import type { Output } from '../../notebook/output.ts';
import { toPlainText } from '../../notebook/to-plain-text.ts';
import type { SourceCell } from '../finding/quantity.ts';
import { isMeasurable } from '../text/find-amounts.ts';
import { flattenJson } from './flatten-json.ts';
import { createLabel, type OutputContext } from './make-value.ts';
import { readGrid } from './read-grid.ts';
import { findPrintedGap, readLeftRows } from './read-left-rows.ts';
import { MAX_CHARACTERS, type ReadText, readLines } from './read-lines.ts';
import type { Label, SourceGroup, SourcePlace, SourceValue } from './source-value.ts';
import { toTextOfHtml } from './to-text-of-html.ts';

export interface ReadSources {
  readonly values: readonly SourceValue[];
  /** How many rows and columns the tables have, and how many items printed lists. */
  readonly sizes: readonly number[];
  /** Whether all text of the outputs was read. */
  readonly isWhole: boolean;
}

const MAX_CODE = 1500;
/** The limit of a notebook; what is shown after it is not looked at. */
const MAX_VALUES = 100_000;
/** How NumPy shows one number: its type names nothing. */
const SCALAR = /\bnp\.\w+\((?<value>-?[\d.]+(?:e[+-]?\d+)?)\)/g;
const PERCENT_CODE = /\*=?\s*100(?:\.0)?\b|\b100(?:\.0)?\s*\*|\.mul\(100\b|pct_change|:\.\d%/;

export function readCell({ id, cell, source, outputs }: SourceCell): ReadSources {
  const values: SourceValue[] = [];
  const groups: SourceGroup[] = [];
  const code = toCodeLabel(source);
  const makesPercent = PERCENT_CODE.test(source);
  let isWhole = true;
  for (const [index, output] of outputs.entries()) {
    const place: SourcePlace = { cellId: id, cell, output: index };
    const open = (kind: SourceGroup['kind']): OutputContext => {
      const group: SourceGroup = { place, kind, rows: 0, lists: [], isWhole: true };
      groups.push(group);
      return { group, code, makesPercent };
    };
    const read = readOutput(output, open);
    isWhole &&= read.isWhole;
    for (const value of read.values) if (isMeasurable(value)) values.push(value);
    if (values.length < MAX_VALUES) continue;
    isWhole &&= index === outputs.length - 1;
    break;
  }
  return { values, sizes: groups.flatMap(({ rows, lists }) => [rows, ...lists]), isWhole };
}

/** `parts`: of cells, in their order. */
export function joinSources(parts: readonly ReadSources[]): ReadSources {
  const values = parts.flatMap((part) => part.values);
  return {
    values: values.length > MAX_VALUES ? values.slice(0, MAX_VALUES) : values,
    sizes: parts.flatMap(({ sizes }) => sizes),
    isWhole: values.length <= MAX_VALUES && parts.every(({ isWhole }) => isWhole),
  };
}

/** What the code calls things; of a long cell its end, which makes what is shown. */
function toCodeLabel(source: string): Label {
  const code = source.replaceAll(/^[^\S\n]*(?:#|import |from ).*$/gm, '').slice(-MAX_CODE);
  return createLabel(code);
}

type Open = (kind: SourceGroup['kind']) => OutputContext;

function readOutput(output: Output, open: Open): ReadText {
  if (output.output_type === 'error') return { values: [], isWhole: true };
  if (output.output_type === 'stream') {
    const text = output.name === 'stderr' ? withoutWarnings(output.text) : output.text;
    return readPrinted(text, open, output.omitted === undefined);
  }
  const { data } = output;
  const html = readText(data['text/html']);
  const grid = html === '' ? null : readTableGrid(html, output.digest?.table);
  if (grid) {
    const kept = output.digest?.data;
    const shown = { before: grid.gapRow, after: grid.body.length - grid.gapRow - 1 };
    const left = kept && grid.gapRow >= 0 ? readLeftRows(kept, shown, () => open('table')) : [];
    const values = [...readGrid(grid, open('table')), ...left];
    return { values, isWhole: values.length < MAX_VALUES };
  }
  const json = data['application/json'];
  // What is stored is not here to be read, and its address is not a result.
  let isWhole = ![data['text/html'], json].some(isBlobRef);
  if (json !== undefined && !isBlobRef(json)) {
    const { lines, isWhole: isFlat } = flattenJson(json);
    return readPrinted(lines.join('\n'), open, isWhole && isFlat);
  }
  isWhole &&= ![data['text/markdown'], data['text/plain']].some(isBlobRef);
  const plain = readText(data['text/markdown']) || readText(data['text/plain']);
  // A representation such as `<Figure size 640x480 with 1 Axes>` is not a result.
  if (plain !== '' && !/^\s*<[^>]*>\s*$/.test(plain)) {
    const read = readPrinted(plain, open, isWhole);
    const kept = output.digest?.data;
    const gap = kept ? findPrintedGap(plain, kept) : null;
    const left = kept && gap ? readLeftRows(kept, gap, () => open('table')) : [];
    return { ...read, values: [...read.values, ...left] };
  }
  return html === '' ? { values: [], isWhole } : readPrinted(toTextOfHtml(html), open, isWhole);
}

const WARNING = /:\d+: \w*Warning: /;

/** The text without what Python's `warnings` write: a line, and the code that it is about. */
function withoutWarnings(text: string): string {
  let isInside = false;
  const lines = text.split('\n').filter((line) => {
    isInside = WARNING.test(line) || (isInside && /^[ \t]/.test(line));
    return !isInside;
  });
  return lines.join('\n');
}

function readPrinted(printed: string, open: Open, isWhole: boolean): ReadText {
  const text = toPlainText(printed.slice(0, MAX_CHARACTERS)).replaceAll(SCALAR, '$<value>');
  const read = readLines(text, open);
  return { ...read, isWhole: isWhole && read.isWhole && printed.length <= MAX_CHARACTERS };
}

/** nbformat allows a text as a list of its lines. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}
