/** The outputs of a cell in the notebook and in a clean run. The rules are written down in docs/verification.md. */

import { readTableGrid } from '../notebook/html-table/read-table-grid.ts';
import { toText } from '../notebook/mime-value.ts';
import type { ErrorOutput, MimeBundle, Output } from '../notebook/output.ts';
import { pluralize } from '../util/pluralize.ts';
import {
  type CompareContext,
  type Comparison,
  cannotCompare,
  differ,
  join,
  putAside,
  quote,
  SAME,
} from './finding/comparison.ts';
import { compareFigures } from './rich/compare-figures.ts';
import { compareImages } from './rich/compare-images.ts';
import { compareJson } from './rich/compare-json.ts';
import { compareMarkup } from './rich/compare-markup.ts';
import { compareText } from './text/compare-text.ts';

export type Display = Extract<Output, { data: MimeBundle }>;

/** The streams of a cell, and the names of their places. */
export const STREAMS = [
  { name: 'stdout', place: 'text' },
  { name: 'stderr', place: 'standard error' },
] as const;

export function compareOutputs(
  notebook: readonly Output[],
  here: readonly Output[],
  context: CompareContext,
): Comparison {
  return join([
    ...STREAMS.map((stream) => compareStreams(notebook, here, stream, context)),
    compareErrors(notebook, here, context),
    compareDisplays(listDisplays(notebook), listDisplays(here), context),
  ]);
}

/** Where the app left out text, the two cannot be told from each other. */
const OMISSION = /\[… [\d,]+ (?:characters?|further outputs?) left out …\]/;

function compareStreams(
  notebook: readonly Output[],
  here: readonly Output[],
  { name, place }: (typeof STREAMS)[number],
  context: CompareContext,
): Comparison {
  const [was, is] = [readStream(notebook, name), readStream(here, name)];
  if (was === is) return SAME;
  if (OMISSION.test(was) || OMISSION.test(is)) {
    return cannotCompare('The output was too long to be kept whole.');
  }
  if (was === '' || is === '') {
    const text = was === '' ? `prints ${quote(is)}` : `no longer prints ${quote(was)}`;
    return differ({ place: `${place}, lines`, kind: 'shape', text, notebook: was, here: is });
  }
  return compareText(was, is, place, context);
}

export function readStream(outputs: readonly Output[], name: string): string {
  const isIt = (output: Output) => output.output_type === 'stream' && output.name === name;
  return outputs
    .filter(isIt)
    .map((output) => ('text' in output ? output.text : ''))
    .join('');
}

/** Compares errors by type and message. Tracebacks name lines and files of the machine. */
function compareErrors(
  notebook: readonly Output[],
  here: readonly Output[],
  context: CompareContext,
): Comparison {
  const [was, is] = [findError(notebook), findError(here)];
  if (!was && !is) return SAME;
  const [left, right] = [toTitle(was), toTitle(is)];
  const sides = { place: 'error', notebook: left, here: right };
  if (!is) return differ({ ...sides, text: `no longer fails with ${quote(left)}` });
  if (!was) return differ({ ...sides, text: `fails with ${quote(right)}` });
  if (was.ename !== is.ename) return differ({ ...sides, text: `${quote(left)}, here ${quote(right)}` });
  return compareText(was.evalue, is.evalue, 'error', context);
}

export function findError(outputs: readonly Output[]): ErrorOutput | null {
  const error = outputs.findLast(({ output_type }) => output_type === 'error');
  return error?.output_type === 'error' ? error : null;
}

function toTitle(error: ErrorOutput | null): string {
  return error ? `${error.ename}: ${error.evalue}` : 'no error';
}

export function listDisplays(outputs: readonly Output[]): Display[] {
  return outputs.filter((output) => 'data' in output);
}

function compareDisplays(
  notebook: readonly Display[],
  here: readonly Display[],
  context: CompareContext,
): Comparison {
  if (notebook.length !== here.length) {
    const more = here.length - notebook.length;
    const text = `${pluralize(Math.abs(more), 'output')} ${more > 0 ? 'more' : 'fewer'}`;
    const [was, is] = [notebook, here].map((list) => list.map(toPlain).join('\n'));
    return differ({ place: 'outputs', kind: 'shape', text, notebook: was ?? '', here: is ?? '' });
  }
  return join(
    notebook.map((display, index) => {
      const place = notebook.length === 1 ? 'output' : `output ${index + 1}`;
      const other = here[index];
      const compared = compareBundles(display.data, other?.data ?? {}, place, context);
      return other ? describePictures(compared, index, display, other) : compared;
    }),
  );
}

/** Adds which display it is, and what differs in the figure where the kernel described both. */
function describePictures(
  compared: Comparison,
  display: number,
  notebook: Display,
  here: Display,
): Comparison {
  const [was, is] = [notebook.digest?.figure, here.digest?.figure];
  const words = was && is ? compareFigures(was, is) : [];
  const pictures = compared.pictures.map((each) => {
    const text = [...words, each.text].filter((part) => part !== '').join('; ');
    return { ...each, display, text };
  });
  const differences = [...compared.differences];
  for (const { place, text } of pictures) {
    const first = differences.findIndex((each) => isWithin(each.place, place));
    const difference = differences[first];
    if (difference && text !== '') differences[first] = { ...difference, text };
  }
  return { ...compared, differences, pictures };
}

/** Whether a place is a part of another one, or the same. */
export function isWithin(place: string, whole: string): boolean {
  return place === whole || place.startsWith(`${whole},`);
}

function toPlain({ data }: Display): string {
  return toText(data['text/plain'] ?? '');
}

/** Where an application keeps its own view of a value that other types hold too. */
const OF_APPLICATIONS = /^application\/vnd\.(?:google\.colaboratory|vscode|code|jetbrains|actbook)\b/;
/** Its state is in the page, not in the output. */
const WIDGET = 'application/vnd.jupyter.widget-view+json';

function compareBundles(
  notebook: MimeBundle,
  here: MimeBundle,
  place: string,
  context: CompareContext,
): Comparison {
  if (WIDGET in notebook || WIDGET in here) return cannotCompare('It shows a widget, which has state.');
  const types = [...new Set([...Object.keys(notebook), ...Object.keys(here)])].toSorted(byRichness);
  return joinForms(
    types.map((mimeType) => {
      const at = types.length === 1 ? place : `${place}, ${mimeType}`;
      const [was, is] = [notebook[mimeType], here[mimeType]];
      const isTable = mimeType === 'text/plain' && isPlainTable(notebook, here);
      if (was !== undefined && is !== undefined) {
        const [left, right] = isTable ? [collapse(was), collapse(is)] : [was, is];
        return compareValue(mimeType, left, right, at, context);
      }
      const text = was === undefined ? `is shown as ${mimeType} too` : `is not shown as ${mimeType}`;
      const sides = { place: at, notebook: toSide(was), here: toSide(is) };
      if (OF_APPLICATIONS.test(mimeType)) return putAside({ ...sides, kind: 'application-data' });
      return differ({ ...sides, kind: 'shape', text });
    }),
  );
}

/** Whether both hold a table as data, so that how wide its columns are drawn as text says nothing. */
function isPlainTable(notebook: MimeBundle, here: MimeBundle): boolean {
  return [notebook, here].every(({ 'text/html': html }) => typeof html === 'string' && readTableGrid(html));
}

function collapse(text: unknown): string {
  return toText(text).replaceAll(/ +/g, ' ');
}

/** What says most about a difference comes first. */
function byRichness(left: string, right: string): number {
  const rank = (mimeType: string) => (mimeType === 'text/plain' ? 2 : mimeType.startsWith('image/') ? 1 : 0);
  return rank(left) - rank(right);
}

/** Forms of one value: where several differ, the first says how. */
function joinForms(forms: readonly Comparison[]): Comparison {
  const first = forms.findIndex(({ differences }) => differences.length > 0);
  return join(
    forms.map((form, index) => {
      if (first < 0 || index <= first) return form;
      return { ...form, differences: form.differences.map((each) => ({ ...each, isEcho: true })) };
    }),
  );
}

function toSide(value: unknown): string {
  return value === undefined ? 'nothing' : toText(value).slice(0, 200);
}

function compareValue(
  mimeType: string,
  notebook: unknown,
  here: unknown,
  place: string,
  context: CompareContext,
): Comparison {
  if (mimeType.startsWith('image/')) return comparePictures(mimeType, notebook, here, place, context);
  const isJson = mimeType === 'application/json' || mimeType.endsWith('+json');
  if (isJson) return compareJson(notebook, here, place, context);
  const [was, is] = [toText(notebook), toText(here)];
  if (was === is) return SAME;
  if (mimeType === 'text/html') return compareMarkup(was, is, place, context);
  if (mimeType.startsWith('text/')) return compareText(was, is, place, context);
  return cannotCompare(`There is no rule that compares ${mimeType}.`);
}

/** What is not equal is a picture to be looked at, too. What the text of an SVG differs in tells nobody anything. */
function comparePictures(
  mimeType: string,
  notebook: unknown,
  here: unknown,
  place: string,
  context: CompareContext,
): Comparison {
  const [was, is] = [toText(notebook), toText(here)];
  if (was === is) return SAME;
  const isVector = mimeType === 'image/svg+xml';
  const compared = isVector
    ? compareMarkup(was, is, place, context)
    : compareImages(was, is, mimeType, place);
  if (compared.differences.length === 0 && compared.incomparable.length === 0) return compared;
  const text = isVector ? '' : (compared.differences[0]?.text ?? '');
  return { ...compared, pictures: [{ place, display: 0, mimeType, text }] };
}
