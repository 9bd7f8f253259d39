/** A cell of code as a tool call of the Agent Client Protocol. */
import type { ToolCall, ToolCallContent, ToolCallStatus } from '@agentclientprotocol/sdk/unstable';
import { fence, writeOutput } from '../export/export-markdown.ts';
import { type BlobReader, inlineOutput } from '../export/inline-notebook.ts';
import { type ExportedImage, toExportedOutput } from '../export/output/to-exported-output.ts';
import { toNbformatOutputs } from '../notebook/to-nbformat-output.ts';
import { toPlainText } from '../notebook/to-plain-text.ts';
import { shortenText } from '../observation/shorten/shorten-text.ts';
import type { CellVersion, Session } from '../session/session.ts';
import { describeEnding } from '../session/view/cells/describe-output.ts';

/** Most characters of a cell's outputs; the notebook has the rest. */
const MAX_TEXT = 20_000;
/** Most characters of its pictures, in base64: a message has an end. */
const MAX_PICTURES = 8_000_000;
const MAX_TITLE = 80;

/** `rawOutput` is the outputs as plain text, for clients that show no content. */
export type CellCall = Pick<ToolCall, 'title' | 'kind' | 'status' | 'content' | 'rawInput' | 'rawOutput'>;

/** The cell before it has run: its code. `source`: code that is to take the place of the cell's. */
export function toPlannedCall(session: Session, cell: CellVersion, source = cell.source): CellCall {
  const language = cell.language?.name ?? readLanguage(session);
  return {
    title: toTitle(source),
    kind: 'execute',
    status: 'pending',
    content: [toText(fence(source, language))],
    // The name that clients know from terminals: some show nothing else of code that waits for approval.
    rawInput: { command: source, language },
  };
}

/** The cell as it is: its code, its outputs, and how it ended. Reads what is stored outside the log. */
export async function toCellCall(session: Session, cell: CellVersion, blobs: BlobReader): Promise<CellCall> {
  const planned = toPlannedCall(session, cell);
  const outputs = await Promise.all(
    toNbformatOutputs(cell.outputs).map((output) => inlineOutput(output, blobs).catch(() => UNREADABLE)),
  );
  const ending = describeEnding(cell);
  const { content, plain } = toContent(outputs);
  const said = [plain, ending].filter((text) => text !== '').join('\n');
  return {
    ...planned,
    status: STATUS[cell.status],
    content: [...(planned.content ?? []), ...content, ...(ending === '' ? [] : [toText(ending)])],
    ...(said === '' ? {} : { rawOutput: said }),
  };
}

const STATUS: Record<CellVersion['status'], ToolCallStatus> = {
  idle: 'pending',
  running: 'in_progress',
  ok: 'completed',
  error: 'failed',
  interrupted: 'failed',
  'timed-out': 'failed',
  'kernel-died': 'failed',
  aborted: 'failed',
};

/** Its bytes are not on the disk any more. */
const UNREADABLE = { output_type: 'stream', name: 'stderr', text: '[An output could not be read.]' };

export function toText(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

interface Shown {
  content: ToolCallContent[];
  plain: string;
}

/** In order: text and pictures, as much as a chat can show. */
function toContent(outputs: readonly Record<string, unknown>[]): Shown {
  const content: ToolCallContent[] = [];
  const plain: string[] = [];
  let [left, leftOfPictures] = [MAX_TEXT, MAX_PICTURES];
  for (const output of outputs) {
    const read = toExportedOutput(output);
    if (!read) continue;
    const picture = read.kind === 'image' ? read : read.kind === 'chart' ? read.picture : null;
    const isShown = picture !== null && picture.base64.length <= leftOfPictures;
    if (isShown) {
      content.push(toImage(picture));
      leftOfPictures -= picture.base64.length;
    }
    const words = toPlainText(readPlain(read)).trimEnd();
    if (words !== '') plain.push(shortenText(words, left));
    if (isShown) continue;
    const isCut = picture !== null || left < words.length;
    const markdown = isCut ? fence(shortenText(words, left), 'text') : writeOutput(output, toName);
    left = Math.max(MIN_TEXT, left - words.length);
    if (markdown !== '') content.push(toText(markdown));
  }
  return { content, plain: plain.join('\n') };
}

/** An output that comes after a flood still says something. */
const MIN_TEXT = 500;

/** Pictures are content of their own. */
const toName = () => '';

function toImage({ mimeType, base64 }: ExportedImage): ToolCallContent {
  return { type: 'content', content: { type: 'image', mimeType, data: base64 } };
}

function readPlain(read: NonNullable<ReturnType<typeof toExportedOutput>>): string {
  switch (read.kind) {
    case 'text':
    case 'note':
      return read.text;
    case 'image':
      return `[Picture${read.description === '' ? '' : `: ${read.description}`}]`;
    case 'chart':
      return [`[${read.name}]`, read.words].filter((text) => text !== '').join('\n');
    default:
      return read.plain || (read.kind === 'html' ? '' : read.text);
  }
}

/** The first line that says what the code does: a comment, or else a line that is more than an import. */
function toTitle(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  const told = lines.filter((line) => line.replace(COMMENT, '') !== '');
  const line = told.find((each) => !IMPORT.test(each)) ?? told[0] ?? 'Code';
  const words = line.replace(COMMENT, '');
  return words.length > MAX_TITLE ? `${words.slice(0, MAX_TITLE - 1).trimEnd()}…` : words;
}

const COMMENT = /^(?:#+|--|\/\/)\s*/;
const IMPORT = /^(?:import|from|library)\b/;

function readLanguage({ kernel }: Session): string {
  const name = kernel.info?.languageInfo.name ?? 'python';
  return /^[\w+#-]{1,30}$/.test(name) ? name : '';
}
