/** What a notebook works with: the variables of its kernel, and its files. */
import { z } from 'zod';
import { shortenText } from '../../observation/shorten/shorten-text.ts';
import { parseFilePath } from '../../protocol/files/file-name.ts';
import type { KernelName } from '../../protocol/kernel/kernel-name.ts';
import { AppError } from '../../util/app-error.ts';
import { formatBytes } from '../../util/format-bytes.ts';
import { describeState } from '../describe/describe-state.ts';
import { defineMcpTool, type McpTool } from '../mcp-tool.ts';
import { notebook, readNotebook } from './arguments.ts';

/** Longest text that a call can add, characters. */
const MAX_TEXT_LENGTH = 1_000_000;
/** How much of a file is read: by default, and at most. */
const [READ_BYTES, MAX_READ_BYTES] = [8_000, 30_000];
const MAX_COLUMNS_LENGTH = 300;
const MAX_FILES = 200;

const name = z.string().describe('Name of the file; may go through folders: data/sales.csv');

const listVariables = defineMcpTool({
  name: 'list_variables',
  title: 'List variables',
  description: 'What code has defined in the notebook’s kernel, with types, shapes, and columns of tables.',
  input: z.object({ notebook }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id }, context) => {
    const session = await readNotebook(context, id);
    const { names, lost } = session.kernel;
    const lines = names.map(describeName);
    const state = lost === null ? [] : [`Variables were lost: ${lost}`];
    const none = lines.length === 0 ? ['No variables.'] : [];
    return [describeState(session, context.origin), '', ...state, ...none, ...lines].join('\n');
  },
});

const listFiles = defineMcpTool({
  name: 'list_files',
  title: 'List files',
  description: 'The files in the folder that the notebook’s code works in.',
  input: z.object({ notebook }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id }, context) => {
    await readNotebook(context, id);
    const { files, isCut } = await context.runtime.sessions.listFiles(id);
    const lines = files.slice(0, MAX_FILES).map((file) => `${file.name} · ${formatBytes(file.bytes)}`);
    const more =
      isCut || files.length > MAX_FILES ? [`Only the first ${lines.length} files are listed.`] : [];
    return [...lines, ...more].join('\n') || 'The folder is empty.';
  },
});

const readFile = defineMcpTool({
  name: 'read_file',
  title: 'Read a file',
  description: 'The beginning of a text file in the notebook’s folder.',
  input: z.object({
    notebook,
    name,
    max_bytes: z.int().min(1).max(MAX_READ_BYTES).default(READ_BYTES),
  }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id, name: asked, max_bytes }, context) => {
    await readNotebook(context, id);
    const path = parseFilePath(asked);
    const { stream, bytes } = await context.container.workspaces.openFile(id, path, max_bytes);
    const isCut = bytes > max_bytes;
    const text = decodeText(Buffer.concat(await Array.fromAsync(stream)), isCut);
    const size = `${path} · ${formatBytes(bytes)}`;
    if (text === null) return `${size}\nThis is not a text file. Read it with code in a cell.`;
    return `${size}${isCut ? ', of which this is the beginning' : ''}\n${text}`;
  },
});

const addFile = defineMcpTool({
  name: 'add_file',
  title: 'Add a text file',
  description:
    'Puts a text file into the notebook’s folder, where its code can read it. A file with the same name is replaced, and moved to the trash. For larger files and other kinds, ask the user to add them on the page.',
  input: z.object({ notebook, name, text: z.string().max(MAX_TEXT_LENGTH) }),
  hints: { destructiveHint: true },
  run: async ({ notebook: id, name: asked, text }, context) => {
    await readNotebook(context, id);
    const bytes = Buffer.from(text);
    const file = { name: parseFilePath(asked), isForCode: true, source: toSource(bytes) };
    const stored = await context.runtime.sessions.addFile(id, file);
    return `Added ${stored.name} · ${formatBytes(stored.bytes)}`;
  },
});

export const DATA_TOOLS: readonly McpTool[] = [listVariables, listFiles, readFile, addFile];

function describeName({ name: own, type, shape = [], value, columns }: KernelName): string {
  const size = shape.length > 0 ? ` ${shape.join('×')}` : '';
  const known = value === undefined ? '' : ` = ${value}`;
  const listed = columns ? ` · ${shortenText(columns, MAX_COLUMNS_LENGTH)}` : '';
  return `${own} (${type}${size})${known}${listed}`;
}

/** Null for what is not text. Of a file that is cut, the last character may be, which is left out. */
function decodeText(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

async function* toSource(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length === 0) throw new AppError('bad-request', 'The file is empty.');
  yield bytes;
}
