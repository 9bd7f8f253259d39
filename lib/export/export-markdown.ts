/** A session as one Markdown file; pictures are in it, as references whose bytes are at its end. */
import { placeAttachments } from '../notebook/place-attachments.ts';
import { toPlainText } from '../notebook/to-plain-text.ts';
import type { Notebook, NotebookCell } from '../session/notebook/to-notebook.ts';
import { foldDraft } from '../session/view/layout/find-drafts.ts';
import { toPlainWords } from '../util/to-plain-words.ts';
import { trimEndLines } from '../util/trim-end-lines.ts';
import { escapeHtml } from './html/escape-html.ts';
import { EXPORT_TEXTS } from './output/export-texts.ts';
import { linkPictures } from './output/link-remote-pictures.ts';
import { describeSql, readDraft, readNote } from './output/read-note.ts';
import {
  type ExportedChart,
  type ExportedHtml,
  type ExportedImage,
  toExportedOutput,
} from './output/to-exported-output.ts';

/** `facts`: plain text that stands below the notebook. */
export function exportMarkdown({ metadata, cells }: Notebook, facts = ''): string {
  const language = readLanguage(metadata);
  // The answer's plots are in the work, too: their bytes are written once.
  const pictures = new Map<string, string>();
  const addPicture = (mimeType: string, base64: string) => {
    const address = `<data:${mimeType};base64,${base64}>`;
    const name = pictures.get(address) ?? `picture-${pictures.size + 1}`;
    pictures.set(address, name);
    return name;
  };
  const linked = listLinked(cells);
  const write = (cell: NotebookCell) => {
    const text = writeCell(cell, language, addPicture);
    return linked.has(cell.id) && cell.cell_type === 'code'
      ? `<a id="cell-${cell.id}"></a>\n\n${text}`
      : text;
  };
  const parts = cells.map(write).filter((part) => part !== '');
  const listed = [...pictures].map(([address, name]) => `[${name}]: ${address}`);
  const said = facts === '' ? '' : `*${toPlainWords(facts)}*`;
  return `${[...parts, said, listed.join('\n')].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Ids of the cells that numbers of answers lead to. */
function listLinked(cells: readonly NotebookCell[]): Set<string> {
  const answers = cells.filter(({ cell_type: type }) => type === 'markdown');
  return new Set(
    answers.flatMap(({ source }) => [...source.matchAll(/\]\(#cell-([\w-]+)\)/g)].map(([, id = '']) => id)),
  );
}

type AddPicture = (mimeType: string, base64: string) => string;

function writeCell(cell: NotebookCell, language: string, addPicture: AddPicture): string {
  if (cell.cell_type === 'raw') return fence(cell.source, '');
  const outputs = (cell.outputs ?? []).map((output) => writeOutput(output, addPicture));
  const sql = describeSql(cell);
  const source = sql === '' ? cell.source : `-- ${sql}\n${cell.source}`;
  const code = cell.source.trim() === '' ? '' : fence(source, sql === '' ? language : 'sql');
  const text = cell.cell_type === 'markdown' ? writeText(cell, addPicture) : code;
  const note = readNote(cell);
  return [text, note === '' ? '' : `*${toPlainWords(note)}*`, ...outputs]
    .filter((part) => part !== '')
    .join('\n\n');
}

function writeText(cell: NotebookCell, addPicture: AddPicture): string {
  const text = placePictures(cell, addPicture).trim();
  const draft = readDraft(cell);
  return draft === '' ? text : foldDraft(draft, text);
}

/** A table is written as one; other HTML, which Markdown readers would drop, by its plain form. */
export function writeOutput(output: Record<string, unknown>, addPicture: AddPicture): string {
  const read = toExportedOutput(output);
  if (!read) return '';
  switch (read.kind) {
    case 'text':
      return read.text.trim() === '' ? '' : fence(toPlainText(read.text), 'text');
    case 'chart':
      return writeChart(read, addPicture);
    case 'image':
      return writeImage(read, addPicture);
    case 'html':
      return writeHtml(read);
    case 'note':
      return `*${read.text}*`;
    case 'markdown':
      return linkPictures(read.text.trim());
    case 'latex':
      return `$$\n${read.text
        .trim()
        .replace(/^\${1,2}([\s\S]*?)\${1,2}$/, '$1')
        .trim()}\n$$`;
  }
}

/** Beyond this many cells, text is quicker to read. */
const MAX_CELLS = 10_000;

function writeHtml({ plain, table, left }: ExportedHtml): string {
  if (!table || table.body.length * table.paths.length > MAX_CELLS)
    return plain === '' ? '' : [fence(plain, 'text'), left].filter((part) => part !== '').join('\n\n');
  const columns = table.paths.map((path) => path.join(' / '));
  return [writeTable({ columns, rows: table.body }), left].filter((part) => part !== '').join('\n\n');
}

/** Markdown has no sizes: a picture that asks for one is an element, which all readers of Markdown know. */
function writeImage({ mimeType, base64, description, size }: ExportedImage, addPicture: AddPicture): string {
  const words = description.replaceAll(/[[\]\\\n]/g, ' ').trim() || 'Output';
  if (size)
    return `<img src="data:${mimeType};base64,${base64}" alt="${escapeHtml(words)}" width="${Math.round(size.width)}">`;
  return `![${words}][${addPicture(mimeType, base64)}]`;
}

function writeChart({ name, words, table, picture }: ExportedChart, addPicture: AddPicture): string {
  if (picture) return writeImage(picture, addPicture);
  const text = fence([EXPORT_TEXTS.chartInFile(name), words].join('\n').trim(), 'text');
  return table ? `${text}\n\n${writeTable(table)}` : text;
}

function writeTable({ columns, rows }: Rows): string {
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/[\\|<>`*_[\]$~]/g, '\\$&').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [toLine(columns), toLine(columns.map(() => '---')), ...rows.map(toLine)].join('\n');
}

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function placePictures({ source, attachments }: NotebookCell, addPicture: AddPicture): string {
  return placeAttachments(source, (name) => {
    const [entry] = Object.entries(attachments?.[name] ?? {});
    return entry && typeof entry[1] === 'string'
      ? `[${addPicture(entry[0], entry[1].replaceAll(/\s/g, ''))}]`
      : null;
  });
}

/** As many backticks as the text needs. */
export function fence(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${trimEndLines(text)}\n${ticks}`;
}

function readLanguage({ language_info: info }: Notebook['metadata']): string {
  const name: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'name') : '';
  return typeof name === 'string' && /^[\w+#-]{1,30}$/.test(name) ? name : '';
}
