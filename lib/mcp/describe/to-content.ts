import type { ContentBlock } from '@modelcontextprotocol/server';
import type { ReadBlob } from '../../notebook/blob-ref.ts';
import { CHARACTERS_PER_TOKEN, shortenText } from '../../observation/shorten/shorten-text.ts';
import type { Described } from './describe-cell.ts';

/** Longest text of one result, characters: clients cut, or refuse, longer ones. */
export const MAX_RESULT_LENGTH = 8_000 * CHARACTERS_PER_TOKEN;
/** Most pictures of one result. */
const MAX_IMAGES = 4;

/** The parts one below the other, then the last pictures. */
export async function toContent(
  parts: readonly (string | Described)[],
  readBlob: ReadBlob,
): Promise<ContentBlock[]> {
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text));
  const all = parts.flatMap((part) => (typeof part === 'string' ? [] : part.images));
  const images = all.slice(-MAX_IMAGES);
  if (all.length > MAX_IMAGES)
    texts.push(`Only the last ${MAX_IMAGES} of ${all.length} pictures are attached.`);
  const blocks = await Promise.all(
    images.map(async ({ data, mimeType }): Promise<ContentBlock> => {
      const base64 =
        typeof data === 'string' ? data : Buffer.from(await readBlob(data.blob)).toString('base64');
      return { type: 'image', data: base64, mimeType };
    }),
  );
  return [toText(texts.filter((each) => each !== '').join('\n\n')), ...blocks];
}

/** Cut where it is longer than a result may be, which it says then. */
export function toText(text: string): ContentBlock {
  return { type: 'text', text: shortenText(text, MAX_RESULT_LENGTH) };
}
