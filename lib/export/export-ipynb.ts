/** Writes a session as a notebook file: complete, valid nbformat 4.5, and runnable elsewhere. */

import type { BlobRef } from '../notebook/blob-ref.ts';
import { isBlobRef } from '../notebook/mime-value.ts';
import type { Session } from '../session/session.ts';
import { toNotebook } from '../session/to-notebook.ts';
import { parseExactJson, replaceLoneSurrogates } from '../util/exact-json.ts';
import { VERSION } from '../version.ts';

/** Reads stored bytes by sha256. */
export interface BlobReader {
  get(blob: string): Promise<Buffer>;
}

export async function exportIpynb(
  session: Session,
  blobs: BlobReader,
): Promise<{ fileName: string; mimeType: string; content: string }> {
  const notebook = toNotebook(session, VERSION);
  const cells = await Promise.all(
    notebook.cells.map(async (cell) => {
      if (cell.attachments) return { ...cell, attachments: await inlineAttachments(cell.attachments, blobs) };
      if (!cell.outputs) return cell;
      return { ...cell, outputs: await Promise.all(cell.outputs.map((each) => inlineBlobs(each, blobs))) };
    }),
  );
  // One-space indentation and a final newline, as Jupyter writes notebooks, keep later diffs small.
  const content = `${JSON.stringify({ ...notebook, cells }, replaceLoneSurrogates, 1)}\n`;
  return { fileName: `${toFileStem(session.title)}.ipynb`, mimeType: 'application/x-ipynb+json', content };
}

async function inlineBlobs(
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

function toFileStem(title: string): string {
  const stem = title
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return stem || 'notebook';
}
