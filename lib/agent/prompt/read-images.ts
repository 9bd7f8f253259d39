/** Puts the bytes of stored images into a prompt, right before it is sent. */
import type { ContentPart, ModelMessage } from '../../model/model.ts';
import type { ReadBlob } from '../../notebook/blob-ref.ts';

/** The same messages; an image whose bytes are gone becomes a word on that. */
export async function readImages(
  messages: readonly ModelMessage[],
  readBlob: ReadBlob | undefined,
): Promise<ModelMessage[]> {
  return Promise.all(
    messages.map(async (message) => {
      if (message.role !== 'user' || typeof message.content === 'string') return message;
      return {
        ...message,
        content: await Promise.all(message.content.map((part) => readPart(part, readBlob))),
      };
    }),
  );
}

async function readPart(part: ContentPart, readBlob: ReadBlob | undefined): Promise<ContentPart> {
  if (part.type === 'text' || part.stored === undefined) return part;
  const { stored, ...image } = part;
  const bytes = await readBlob?.(stored.blob).catch(() => undefined);
  if (!bytes) return { type: 'text', text: GONE };
  return { ...image, base64: Buffer.from(bytes).toString('base64') };
}

const GONE = '[An attached picture is no longer stored.]';
