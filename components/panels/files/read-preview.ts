/** The part of a file that the page can show, read in as few bytes as possible. */
import { estimateDrawingMs, MAX_DRAWING_MS } from '../../../lib/notebook/drawing-time/estimate-drawing-ms.ts';
import { findImageSize } from '../../../lib/notebook/read-image-size.ts';
import { PREVIEW_TEXTS } from './file-dialog-texts.ts';

export type Preview =
  /** The kernel reads it. */
  | { kind: 'table' }
  | { kind: 'image'; blob: Blob }
  /** `isEditable`: what is written back is what was read, but for what was changed. */
  | { kind: 'text'; text: string; isCut: boolean; isEditable: boolean }
  | { kind: 'none'; reason: string };

const MAX_TEXT_BYTES = 256 * 1024;
const MAX_IMAGE_BYTES = 20 * 1024 ** 2;

/** How a file can be shown, judged by its name; whether it is text, only its bytes can say. */
type PreviewKind = 'table' | 'image' | 'text';

/** Those that the kernel reads as tables. */
const TABLE_ENDINGS = ['csv', 'tsv', 'jsonl', 'ndjson', 'parquet', 'pq', 'xlsx', 'xlsm'];
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

export async function readPreview(
  { name, bytes }: { name: string; bytes: number },
  readHead: (maxBytes: number, type: string) => Promise<Blob>,
): Promise<Preview> {
  const kind = toPreviewKind(name);
  if (bytes === 0) return { kind: 'none', reason: PREVIEW_TEXTS.empty };
  if (kind === 'table') return { kind };
  if (kind === 'image') {
    if (bytes > MAX_IMAGE_BYTES) return { kind: 'none', reason: PREVIEW_TEXTS.imageTooLarge };
    return toImage(await readHead(MAX_IMAGE_BYTES, toImageType(name)));
  }
  const head = await readHead(MAX_TEXT_BYTES, 'text/plain');
  const isCut = bytes > MAX_TEXT_BYTES;
  const read = toText(await head.arrayBuffer(), isCut);
  if (read === null) return { kind: 'none', reason: PREVIEW_TEXTS.none };
  const { text, isUtf8 } = read;
  return { kind, text, isCut, isEditable: !isCut && isUtf8 && hasOneLineEnd(text) };
}

function toPreviewKind(name: string): PreviewKind {
  const extension = toExtension(name);
  if (TABLE_ENDINGS.includes(extension)) return 'table';
  return extension in IMAGE_TYPES ? 'image' : 'text';
}

/** The type an image is shown with: from our own table, never as the file claims. */
function toImageType(name: string): string {
  return IMAGE_TYPES[toExtension(name)] ?? 'image/png';
}

function toExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** A small file may hold a picture that takes gigabytes, or minutes to draw: it is not drawn. */
async function toImage(blob: Blob): Promise<Preview> {
  const isVector = blob.type === 'image/svg+xml';
  const text = isVector ? await blob.text() : '';
  const size = isVector ? null : findImageSize(new DataView(await blob.arrayBuffer()));
  const drawn = { mimeType: blob.type, text, length: blob.size, size };
  if (estimateDrawingMs(drawn) <= MAX_DRAWING_MS) return { kind: 'image', blob };
  if (!isVector) return { kind: 'none', reason: PREVIEW_TEXTS.imageTooLarge };
  return {
    kind: 'text',
    text: text.slice(0, MAX_TEXT_BYTES),
    isCut: text.length > MAX_TEXT_BYTES,
    isEditable: false,
  };
}

/** UTF-8, UTF-16 with a byte order mark, or else Latin-1; null if it is not text. */
function toText(bytes: ArrayBuffer, isCut: boolean): { text: string; isUtf8: boolean } | null {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), isUtf8: false };
  if (new Uint8Array(bytes).includes(0)) return null;
  // The cut may split a character.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  const isUtf8 = !text.includes('\ufffd');
  return { text: isUtf8 ? text : new TextDecoder('latin1').decode(bytes), isUtf8 };
}

/** A field has only one kind of line ends. */
function hasOneLineEnd(text: string): boolean {
  const lines = text.replaceAll('\r\n', '');
  return !lines.includes('\r') && (!text.includes('\r\n') || !lines.includes('\n'));
}
