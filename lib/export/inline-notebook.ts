/** A session as a notebook whose values are all in it: what is stored outside the log is read. */

import { VERSION } from '../config/version.ts';
import type { BlobRef } from '../notebook/blob-ref.ts';
import { isBlobRef } from '../notebook/mime-value.ts';
import {
  type Notebook,
  type NotebookCell,
  type NotebookUse,
  toNotebook,
} from '../session/notebook/to-notebook.ts';
import type { Session } from '../session/session.ts';
import { parseExactJson } from '../util/exact-json.ts';
import { settleWidgets } from './output/settle-widgets.ts';

/** Reads stored bytes by sha256. */
export interface BlobReader {
  get(blob: string): Promise<Buffer>;
}

export async function inlineNotebook(
  session: Session,
  blobs: BlobReader,
  use: NotebookUse,
): Promise<Notebook> {
  const notebook = toNotebook(session, VERSION, use);
  // A page has no kernel behind it; a notebook file keeps its widgets.
  const cells =
    use === 'page' ? notebook.cells.map((cell) => settleWidgets(cell, session.widgets)) : notebook.cells;
  return { ...notebook, cells: await Promise.all(cells.map((cell) => inlineCell(cell, blobs))) };
}

async function inlineCell(cell: NotebookCell, blobs: BlobReader): Promise<NotebookCell> {
  if (cell.attachments) return { ...cell, attachments: await inlineAttachments(cell.attachments, blobs) };
  if (!cell.outputs) return cell;
  const inline = (output: Record<string, unknown>) => inlineOutput(output, blobs);
  const outputs = await Promise.all(cell.outputs.map(inline));
  if (!cell.pictures) return { ...cell, outputs };
  const pictures = cell.pictures.map(async ({ text, notebook, here }) => ({
    text,
    notebook: await inline(notebook),
    here: await inline(here),
  }));
  return { ...cell, outputs, pictures: await Promise.all(pictures) };
}

export async function inlineOutput(
  output: Record<string, unknown>,
  blobs: BlobReader,
): Promise<Record<string, unknown>> {
  const { data } = output;
  if (typeof data !== 'object' || data === null) return output;
  return { ...output, data: await inlineBundle(data, blobs) };
}

async function inlineAttachments(attachments: Record<string, object>, blobs: BlobReader) {
  const entries = Object.entries(attachments).map(
    async ([name, data]) => [name, await inlineBundle(data, blobs)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function inlineBundle(data: object, blobs: BlobReader): Promise<Record<string, unknown>> {
  const entries = Object.entries(data).map(
    async ([mimeType, value]): Promise<[string, unknown]> => [
      mimeType,
      isBlobRef(value) ? await readBlob(value, blobs) : value,
    ],
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function readBlob(ref: BlobRef, blobs: BlobReader): Promise<unknown> {
  const bytes = await blobs.get(ref.blob);
  if (ref.encoding === 'base64') return bytes.toString('base64');
  const text = bytes.toString('utf8');
  return ref.encoding === 'json' ? parseExactJson(text) : text;
}
