/** The part of a file that the page can show, read in as few bytes as possible. */
import { toImageType, toPreviewKind } from './preview-kind.ts';
import { PREVIEW_TEXTS } from './preview-texts.ts';

export type Preview =
  /** The kernel reads it. */
  | { kind: 'table' }
  | { kind: 'image'; blob: Blob }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'none'; reason: string };

const MAX_TEXT_BYTES = 256 * 1024;
const MAX_IMAGE_BYTES = 20 * 1024 ** 2;

export async function readPreview(
  { name, bytes }: { name: string; bytes: number },
  readHead: (maxBytes: number, type: string) => Promise<Blob>,
): Promise<Preview> {
  const kind = toPreviewKind(name);
  if (bytes === 0) return { kind: 'none', reason: PREVIEW_TEXTS.empty };
  if (kind === 'table') return { kind };
  if (kind === 'image') {
    if (bytes > MAX_IMAGE_BYTES) return { kind: 'none', reason: PREVIEW_TEXTS.imageTooLarge };
    return { kind: 'image', blob: await readHead(MAX_IMAGE_BYTES, toImageType(name)) };
  }
  const head = await readHead(MAX_TEXT_BYTES, 'text/plain');
  const isCut = bytes > MAX_TEXT_BYTES;
  const text = toText(await head.arrayBuffer(), isCut);
  if (text === null) return { kind: 'none', reason: PREVIEW_TEXTS.none };
  return { kind, text, isCut };
}

/** UTF-8, UTF-16 with a byte order mark, or else Latin-1; null if it is not text. */
function toText(bytes: ArrayBuffer, isCut: boolean): string | null {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (new Uint8Array(bytes).includes(0)) return null;
  // The cut may split a character.
  const text = new TextDecoder().decode(bytes, { stream: isCut });
  return text.includes('\ufffd') ? new TextDecoder('latin1').decode(bytes) : text;
}
