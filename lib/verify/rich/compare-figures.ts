/** What differs between two figures, in words, as far as the kernel described both. It decides nothing: pictures do. */
import type { FigureDigest, FigureSeries, PanelDigest } from '../../notebook/output-digest.ts';
import { describeMarks } from '../../observation/describe-figure.ts';
import { pluralize } from '../../util/pluralize.ts';
import { quote } from '../finding/comparison.ts';

/** Sentence fragments, such as `title “Sold”, here “Sale”`; none where the descriptions are equal. */
export function compareFigures(notebook: FigureDigest, here: FigureDigest): string[] {
  const title = compareText('figure title', notebook.title, here.title);
  const [was, is] = [notebook.panels, here.panels];
  if (was.length !== is.length)
    return [...title, `${pluralize(was.length, 'chart')} in the figure, here ${is.length}`];
  const panels = was.flatMap((panel, index) => {
    const words = comparePanels(panel, is[index] ?? { marks: [] });
    return was.length > 1 ? words.map((each) => `chart ${index + 1}: ${each}`) : words;
  });
  return [...title, ...panels];
}

function comparePanels(was: PanelDigest, is: PanelDigest): string[] {
  return [
    ...compareText('title', was.title, is.title),
    ...compareText('x axis', was.x, is.x),
    ...compareText('y axis', was.y, is.y),
    ...compareLegends(was.legend ?? [], is.legend ?? []),
    ...compareData(was, is),
  ];
}

function compareText(what: string, was = '', is = ''): string[] {
  if (was === is) return [];
  if (was === '') return [`with ${what} ${quote(is)}`];
  return [is === '' ? `without ${what} ${quote(was)}` : `${what} ${quote(was)}, here ${quote(is)}`];
}

function compareLegends(was: readonly string[], is: readonly string[]): string[] {
  return compareText('legend', was.join(', '), is.join(', '));
}

/** Compares values if both have the same series, and otherwise what is drawn. */
function compareData(was: PanelDigest, is: PanelDigest): string[] {
  const [left, right] = [was.series ?? [], is.series ?? []];
  const areAlike =
    left.length === right.length && left.every(({ kind }, index) => kind === right[index]?.kind);
  const words = areAlike
    ? left.flatMap((series, index) => {
        const other = right[index];
        return other ? compareSeries(nameSeries(left, index), series, other) : [];
      })
    : [];
  if (words.length > 0) return words;
  const [drawn, otherDrawn] = [was, is].map((panel) => describeMarks(panel) || 'nothing');
  return drawn === otherDrawn ? [] : [`drawn ${drawn}, here ${otherDrawn}`];
}

function compareSeries(name: string, was: FigureSeries, is: FigureSeries): string[] {
  if (was.count !== is.count)
    return [`${name}: ${pluralize(was.count, 'value')}, here ${is.count.toLocaleString('en')}`];
  const places = was.values.flatMap((value, index) => (value === is.values[index] ? [] : index));
  const [first, ...others] = places;
  if (first === undefined) return [];
  const sides = `${toWords(was.values[first])}, here ${toWords(is.values[first])}`;
  const more = others.length > 0 ? `, and ${pluralize(others.length, 'more value')}` : '';
  return [`${name}, value ${first + 1}: ${sides}${more}`];
}

/** Names a series by its name in the legend, or by its kind and place. */
function nameSeries(all: readonly FigureSeries[], index: number): string {
  const series = all[index];
  if (series?.name !== undefined) return quote(series.name);
  const alike = all.filter(({ kind }) => kind === series?.kind);
  const kind = { line: 'line', bar: 'bars', points: 'points' }[series?.kind ?? 'line'];
  return alike.length > 1 && series ? `${kind} ${alike.indexOf(series) + 1}` : kind;
}

function toWords(value: number | null | undefined): string {
  return typeof value === 'number' ? String(value) : 'none';
}
