/** What a client sends with a prompt: the question, and the files that it is about. */
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { toFileName } from '../protocol/files/file-name.ts';
import { AppError } from '../util/app-error.ts';

/** A file or folder of the machine at `path`, or what the client has sent of one as `bytes`. */
export type PromptFile =
  | { readonly name: string; readonly path: string }
  | { readonly name: string; readonly bytes: Uint8Array };

export interface Prompt {
  readonly task: string;
  readonly files: readonly PromptFile[];
}

/** Throws AppError `bad-request` for sound, and for a question without words. */
export function readPrompt(blocks: readonly ContentBlock[]): Prompt {
  const files: PromptFile[] = [];
  const add = (file: PromptFile) => {
    files.push(file);
    return `\`${file.name}\``;
  };
  const parts = blocks.map((block) => readBlock(block, add, files.length));
  const task = parts.reduce(join, '').trim();
  if (!blocks.some((block) => block.type === 'text' && block.text.trim() !== ''))
    throw new AppError('bad-request', 'The question is empty.');
  return { task, files };
}

/** Links are often blocks in the middle of a sentence. */
function join(text: string, part: string): string {
  return text === '' || /\s$/.test(text) || /^\s|^[.,;:!?)]/.test(part) ? text + part : `${text} ${part}`;
}

function readBlock(block: ContentBlock, add: (file: PromptFile) => string, count: number): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link': {
      const path = toPath(block.uri);
      return path === null ? `${block.name} (${block.uri})` : add({ name: nameOf(block.uri), path });
    }
    case 'image':
      return add({
        name: `image-${count + 1}.${block.mimeType.replace(/^image\/(\w+).*/, '$1')}`,
        bytes: Buffer.from(block.data, 'base64'),
      });
    case 'resource': {
      const { resource } = block;
      const name = nameOf(resource.uri);
      if ('blob' in resource) return add({ name, bytes: Buffer.from(resource.blob, 'base64') });
      // A part of a file, as an editor's selection, is to be read and not to be computed with.
      const isFile = toPath(resource.uri) !== null && !/[#?]/.test(resource.uri);
      return isFile
        ? add({ name, bytes: Buffer.from(resource.text) })
        : `\n\nFrom ${name}:\n\n${quote(resource.text)}\n\n`;
    }
    default:
      throw new AppError('bad-request', 'Actbook cannot listen to sound. Write the question.');
  }
}

/** The path of a local file; null for other addresses. */
function toPath(uri: string): string | null {
  try {
    const url = new URL(uri);
    [url.hash, url.search] = ['', ''];
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

function nameOf(uri: string): string {
  const path = toPath(uri) ?? uri.replace(/[?#].*$/, '');
  return toFileName(path.split(/[\\/]/).findLast((part) => part !== '') ?? 'file');
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}
