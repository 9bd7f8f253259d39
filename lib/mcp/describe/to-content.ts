import type { ContentBlock } from '@modelcontextprotocol/server';
import type { ReadBlob } from '../../notebook/blob-ref.ts';
import { CHARACTERS_PER_TOKEN, shortenText } from '../../observation/shorten/shorten-text.ts';
import type { Described } from './describe-cell.ts';

/** Longest text of one result, tokens: clients cut, or refuse, longer ones. */
export const MAX_RESULT_TOKENS = 8_000;
/** Most pictures of one result. */
const MAX_IMAGES = 4;

/** The parts one below the other, then the last pictures. */
export async function toContent(
  parts: readonly (string | Described)[],
  readBlob: ReadBlob,
): Promise<ContentBlock[]> {
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text));
  const text = texts.filter((each) => each !== '').join('\n\n');
  const images = parts.flatMap((part) => (typeof part === 'string' ? [] : part.images)).slice(-MAX_IMAGES);
  const blocks = await Promise.all(
    images.map(async ({ data, mimeType }): Promise<ContentBlock> => {
      const base64 =
        typeof data === 'string' ? data : Buffer.from(await readBlob(data.blob)).toString('base64');
      return { type: 'image', data: base64, mimeType };
    }),
  );
  return [{ type: 'text', text: shortenText(text, MAX_RESULT_TOKENS * CHARACTERS_PER_TOKEN) }, ...blocks];
}
