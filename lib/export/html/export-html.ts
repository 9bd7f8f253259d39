/**
 * A session as one page that needs nothing else: nothing loaded, pictures in it, light and dark. What outputs and Markdown
 * hold passes `to-safe-html.ts`; besides, the page's own policy forbids all that could act, except the scripts of ours that
 * draw charts, in frames, when there are any.
 */
import { fromHtml } from 'hast-util-from-html';
import type { ChartViewer } from '../../notebook/chart-viewers.ts';
import { estimateDrawingMs, MAX_DRAWING_MS } from '../../notebook/drawing-time/estimate-drawing-ms.ts';
import { readTableGrid, type TableGrid } from '../../notebook/html-table/read-table-grid.ts';
import { placeAttachments } from '../../notebook/place-attachments.ts';
import { type ImageSize, readImageSize } from '../../notebook/read-image-size.ts';
import type { ChartTable } from '../../observation/chart/read-chart-table.ts';
import { PICTURE_WORDS } from '../../protocol/verification/verification-words.ts';
import type { Notebook, NotebookCell, NotebookPictures } from '../../session/notebook/to-notebook.ts';
import { toExportPolicy, writePolicy } from '../../util/export-policy.ts';
import { EXPORT_TEXTS } from '../output/export-texts.ts';
import { describeSql, readDraft, readNote } from '../output/read-note.ts';
import {
  type ExportedChart,
  type ExportedHtml,
  type ExportedImage,
  toExportedOutput,
} from '../output/to-exported-output.ts';
import { type ChartKit, makeChartKit } from './chart-kit.ts';
import { escapeHtml } from './escape-html.ts';
import { fitPaper, type Printed } from './fit-paper.ts';
import { PAGE_STYLE } from './page-style.ts';
import { renderAnsi } from './render-ansi.ts';
import { renderCode } from './render-code.ts';
import { renderMarkdown } from './render-markdown.ts';
import { toSafeHtml } from './to-safe-html.ts';

/** The longest title of a frame, which screen readers read. */
const MAX_TITLE_LENGTH = 300;

export interface PageOptions {
  title: string;
  /** CSS that defines the tokens of `app/tokens.css`. */
  tokens: string;
  /** A line below the title, as text. */
  facts?: string;
  /** Nothing is parsed: Markdown, HTML and code are there as they were written. Quick, whatever they hold. */
  isPlain?: boolean;
  /**
   * The app's folder, which has the scripts that draw charts. Without it, the page has them as pictures, or as words and
   * tables.
   */
  rootDir?: string;
}

export function exportHtml({ metadata, cells }: Notebook, options: PageOptions): string {
  const { title, tokens, facts, isPlain = false, rootDir } = options;
  const drawn = new Set<ChartViewer>();
  const toData = (chart: ExportedChart) => {
    if (rootDir === undefined) return '';
    drawn.add(chart.viewer);
    return writeData(chart);
  };
  const write = isPlain ? PLAIN : { ...toRich(readLanguage(metadata)), chart: toData };
  const [first, ...others] = cells;
  // The title of a notebook is its first question, unless somebody has named it, or the question is longer.
  const said = `### Task\n\n${title}`;
  const rest = first?.source.startsWith(said) ? first.source.slice(said.length) : null;
  const isSaid = first !== undefined && rest !== null && /^[?.!]?(\n|$)/.test(rest);
  const body = renderCells(
    isSaid ? [{ ...first, source: rest.replace(/^[?.!]/, '') }, ...others] : cells,
    write,
  );
  const kit: ChartKit =
    rootDir === undefined || drawn.size === 0 ? NO_KIT : makeChartKit(rootDir, [...drawn]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${writePolicy(toExportPolicy(kit.scriptSources))}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
${tokens}${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${facts === undefined ? '' : `<p class="facts">${escapeHtml(facts)}</p>`}
${body}
</main>
${kit.html}
</body>
</html>
`;
}

const WHOLE: Printed = { attributes: '', parts: '' };
const NO_KIT: ChartKit = { html: '', scriptSources: [] };

/** How what must be parsed is written. */
interface Writers {
  /** What a chart is drawn from; empty when it is not drawn. */
  chart(chart: ExportedChart): string;
  note(cell: NotebookCell): string;
  /** `isSql`: not in the language of the notebook. */
  code(source: string, isSql: boolean): string;
  html(html: ExportedHtml): string;
  markdown(markdown: string): string;
  latex(latex: string): string;
}

const writePlain = (text: string) => `<pre tabindex="0">${escapeHtml(text)}</pre>`;

const PLAIN: Writers = {
  chart: () => '',
  note: ({ source }) => writePlain(source),
  code: escapeHtml,
  html: ({ text, plain }) => writePlain(plain || text),
  markdown: writePlain,
  latex: writePlain,
};

const toRich = (language: string): Omit<Writers, 'chart'> => ({
  note: (cell) => writeMarkdown(placePictures(cell)),
  code: (source, isSql) => renderCode(source, isSql ? 'sql' : language),
  html: renderHtml,
  markdown: writeMarkdown,
  latex: (latex) => writeMarkdown(toDisplayMath(latex)),
});

/** In order; the work behind an answer is folded under a line. */
function renderCells(cells: readonly NotebookCell[], write: Writers): string {
  const written: string[] = [];
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (!cell) continue;
    if (readFact(cell, 'role') !== 'work') {
      written.push(renderCell(cell, write));
      continue;
    }
    const work = cells.slice(index + 1, index + 1 + Number(readFact(cell, 'workLength')));
    written.push(renderWork(work, String(readFact(cell, 'workFacts') ?? ''), write));
    index += work.length;
  }
  return written.join('\n');
}

/** `facts`: what its code came to, as on the page; empty without code. */
function renderWork(cells: readonly NotebookCell[], facts: string, write: Writers): string {
  const line = facts === '' ? 'Work' : `Work <span>${escapeHtml(facts)}</span>`;
  const body = cells.map((cell) => renderCell(cell, write)).join('\n');
  return `<details class="work"><summary>${line}</summary>\n${body}</details>`;
}

function renderCell(cell: NotebookCell, write: Writers): string {
  if (cell.cell_type === 'raw')
    return `<div class="cell"><pre tabindex="0">${escapeHtml(cell.source)}</pre></div>`;
  const outputs = (cell.outputs ?? []).map((output) => renderOutput(output, write)).join('\n');
  if (cell.cell_type === 'markdown')
    return `<section class="cell ${toRole(cell)}">${foldDraft(cell, write.note(cell))}${outputs}</section>`;
  const prompt = `In [${cell.execution_count ?? ' '}]`;
  const sql = describeSql(cell);
  const note = readNote(cell);
  const said = note === '' ? '' : `<p class="output facts">${escapeHtml(note)}</p>\n`;
  return `<section class="cell" id="cell-${escapeHtml(cell.id)}" aria-label="Code cell ${prompt}">
<p class="prompt">${escapeHtml(sql === '' ? prompt : `${prompt} ${sql}`)}</p>
<pre class="code" tabindex="0"><code>${write.code(cell.source, sql !== '')}</code></pre>
${said}${outputs}${(cell.pictures ?? []).map((each) => renderPictures(each, write)).join('')}</section>`;
}

/** Folds a text that did not become the answer under a line that opens it. */
function foldDraft(cell: NotebookCell, html: string): string {
  const draft = readDraft(cell);
  return draft === '' ? html : `<details><summary>${escapeHtml(draft)}</summary>${html}</details>`;
}

/** Shows the picture of a clean run beside that of the notebook. */
function renderPictures({ text, notebook, here }: NotebookPictures, write: Writers): string {
  const toSide = (label: string, output: Record<string, unknown>) =>
    `<figure><figcaption>${label}</figcaption>${renderOutput(output, write)}</figure>`;
  return `<div class="pictures" role="group" aria-label="${PICTURE_WORDS.here}">
<p class="facts">${escapeHtml(PICTURE_WORDS.describe(text))}</p>
${toSide(PICTURE_WORDS.notebook, notebook)}${toSide(PICTURE_WORDS.here, here)}
</div>`;
}

function renderOutput(output: Record<string, unknown>, write: Writers): string {
  const read = toExportedOutput(output);
  if (!read) return '';
  switch (read.kind) {
    case 'text': {
      const isError = output.output_type === 'error';
      return `<pre class="output${isError ? ' error' : ''}" tabindex="0">${renderAnsi(read.text)}</pre>`;
    }
    case 'image':
      return `<div class="output">${writeImage(read)}</div>`;
    case 'chart':
      return `<figure class="output chart">${writeStill(read, write)}</figure>`;
    case 'html': {
      const html = write.html(read);
      const printed =
        read.table && write !== PLAIN && isQuick('text/html', read.text) ? fitPaper(read.table) : WHOLE;
      const left = read.left === '' ? '' : `<p class="facts left">${escapeHtml(read.left)}</p>`;
      return `<div class="output"${printed.attributes} role="group" aria-label="Output" tabindex="0">${html}</div>${printed.parts}${left}`;
    }
    case 'note':
      return `<p class="output facts">${escapeHtml(read.text)}</p>`;
    case 'markdown':
      return `<div class="output">${write.markdown(read.text)}</div>`;
    case 'latex':
      return `<div class="output">${write.latex(read.text)}</div>`;
  }
}

function writeImage(image: ExportedImage): string {
  const { mimeType, base64, description, size } = image;
  const isVector = mimeType === 'image/svg+xml';
  const text = isVector ? Buffer.from(base64, 'base64').toString('utf8') : '';
  const pixels = isVector ? null : readImageSize(base64);
  if (!isQuick(mimeType, text, pixels)) return writeUndrawn(image, text, pixels);
  const shown = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img class="image" src="data:${mimeType};base64,${base64}" alt="${escapeHtml(description || 'Output')}"${shown}>`;
}

/** The page stays quick, and the picture can be had: a program for pictures opens it. */
function writeUndrawn({ mimeType, base64 }: ExportedImage, text: string, size: ImageSize | null): string {
  const name = `picture.${mimeType.replace('image/', '').replace('+xml', '')}`;
  const reason = size ? EXPORT_TEXTS.notDrawn(size.width, size.height) : EXPORT_TEXTS.asText(text.length);
  const link = `<a download="${name}" href="data:${mimeType};base64,${base64}">${EXPORT_TEXTS.savePicture}</a>`;
  return `<p class="facts">${escapeHtml(reason)} ${link}</p>${text === '' ? '' : writeSource(text)}`;
}

/** What is there of a chart until it is drawn, and what it is drawn from. */
function writeStill(chart: ExportedChart, write: Writers): string {
  const { name, words, table, picture } = chart;
  const data = write.chart(chart);
  const text = data === '' ? EXPORT_TEXTS.chartInPlainPage(name) : EXPORT_TEXTS.chartOnPage(name);
  const parts = [
    `<p class="facts">${escapeHtml(text)}</p>`,
    words === '' ? '' : `<p class="words">${escapeHtml(words)}</p>`,
    table ? writeTable(table) : '',
  ];
  return `<div class="still">${picture ? writeImage(picture) : parts.join('')}</div>${data}`;
}

function writeTable({ columns, rows }: ChartTable): string {
  const toRow = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => toRow(row, 'td')).join('');
  return `<table><thead>${toRow(columns, 'th')}</thead><tbody>${body}</tbody></table>`;
}

/** As JSON that cannot end its element. */
function writeData({ viewer, source, name, words }: ExportedChart): string {
  const json = JSON.stringify({
    viewer,
    source,
    title: [name, words]
      .filter((part) => part !== '')
      .join('. ')
      .slice(0, MAX_TITLE_LENGTH),
  });
  return `<script type="application/json">${json.replaceAll('<', '\\u003c')}</script>`;
}

function renderHtml({ text, plain, left }: ExportedHtml): string {
  const isDrawn = isQuick('text/html', text);
  const shown = isDrawn ? (unlessTooDeep(() => toSafeHtml(fromHtml(text, { fragment: true }))) ?? '') : '';
  if (shown.trim() !== '') return left === '' ? shown : shown.replace(DIMENSIONS, '');
  return isDrawn && plain !== '' ? `<pre>${escapeHtml(plain)}</pre>` : writeAsText(plain || text);
}

/** As pandas writes them under a table that it cut: the page says more. */
const DIMENSIONS = /<p>[\d,]+ rows × [\d,]+ columns<\/p>/;

function writeMarkdown(markdown: string): string {
  if (!isQuick('text/markdown', markdown)) return writeAsText(markdown);
  const html = unlessTooDeep(() => renderMarkdown(markdown));
  return html === null ? `<pre>${escapeHtml(markdown)}</pre>` : html.replaceAll(TABLE, fitTable);
}

/** Markdown puts no table into another. */
const TABLE = /<table>.*?<\/table>/gs;

/** It scrolls in a box of its own, and only columns of numbers are aligned as such. */
function fitTable(html: string): string {
  const table = readTableGrid(html);
  const { attributes, parts } = table ? fitPaper(table) : WHOLE;
  const shown = table ? markTexts(html, findTexts(table)) : html;
  return `<div class="table"${attributes} role="group" aria-label="Table" tabindex="0">${shown}</div>${parts}`;
}

function findTexts({ paths, body }: TableGrid): boolean[] {
  return paths.map((_, column) => {
    const texts = body.map((row) => row[column] ?? '').filter((text) => !MISSING.test(text));
    return !texts.every((text) => NUMBER.test(text));
  });
}

const MISSING = /^(?:|[-–—]|NaN|None|null|NA)$/;
/** A number, also with a sign, a currency, or a unit of a few letters. */
const NUMBER =
  /^[-+−]?\p{Sc}?[-+−]?(?:\d+(?:[, \u00A0\u202F’_]\d{3})*(?:\.\d+)?|\d{1,3}(?:\.\d{3})*(?:,\d+)?|\.\d+)(?:e[-+]?\d+)?\s?(?:%|\p{Sc}|[\p{L}°µ]{1,3}[²³]?)?$/iu;

/** Markdown has no cells that span. */
function markTexts(html: string, isText: readonly boolean[]): string {
  return html.replaceAll(/<tr>.*?<\/tr>/gs, (row) => {
    let column = 0;
    return row.replaceAll(/<(t[hd])(?=[ >])/g, (start) =>
      isText[column++] ? `${start} class="text"` : start,
    );
  });
}

/** As on the app's page (decision 42): what would hold the page up is not drawn. Nobody can ask for it here. */
function isQuick(mimeType: string, text: string, size: ImageSize | null = null): boolean {
  return estimateDrawingMs({ mimeType, text, length: text.length, size }) <= MAX_DRAWING_MS;
}

function writeAsText(text: string): string {
  return `<p class="facts">${escapeHtml(EXPORT_TEXTS.asText(text.length))}</p>${writeSource(text)}`;
}

const writeSource = (text: string) => `<pre class="source" tabindex="0">${escapeHtml(text)}</pre>`;

/** Null for what is nested deeper than the stack: one such output must not cost the whole page. */
function unlessTooDeep(render: () => string): string | null {
  try {
    return render();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** As IPython and SymPy write formulas: between dollars, or bare. */
function toDisplayMath(latex: string): string {
  return `$$\n${latex
    .trim()
    .replace(/^\${1,2}([\s\S]*?)\${1,2}$/, '$1')
    .trim()}\n$$`;
}

function placePictures({ source, attachments }: NotebookCell): string {
  return placeAttachments(source, (name) => {
    const [entry] = Object.entries(attachments?.[name] ?? {});
    if (!entry || typeof entry[1] !== 'string') return null;
    return `(data:${entry[0]};base64,${entry[1].replaceAll(/\s/g, '')})`;
  });
}

function toRole(cell: NotebookCell): string {
  const role = readFact(cell, 'role');
  if (readDraft(cell) !== '') return 'prose';
  if (role === 'answer') return cell.source.startsWith('### Answer\n') ? role : `${role} open`;
  return role === 'task' ? role : 'prose';
}

/** What the app knows about a cell; undefined in other notebooks. */
function readFact(cell: NotebookCell | undefined, name: 'role' | 'workLength' | 'workFacts'): unknown {
  const facts = cell?.metadata.actbook;
  return typeof facts === 'object' && facts !== null ? Reflect.get(facts, name) : undefined;
}

function readLanguage({ language_info: info }: Notebook['metadata']): string {
  const name: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'name') : '';
  return typeof name === 'string' ? name.toLowerCase() : '';
}
