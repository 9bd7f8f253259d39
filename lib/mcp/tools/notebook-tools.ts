/** Notebooks as a whole: listed, created, read, verified, and exported. */
import { z } from 'zod';
import { CHARACTERS_PER_TOKEN } from '../../observation/shorten/shorten-text.ts';
import type { ApprovalMode } from '../../protocol/runs/run.ts';
import { ExportFormat } from '../../protocol/sessions/export-format.ts';
import type { SessionSummary } from '../../protocol/sessions/session-summary.ts';
import type { CellVerification } from '../../protocol/verification/verification.ts';
import { VERDICT_WORDS } from '../../protocol/verification/verification-words.ts';
import type { Session } from '../../session/session.ts';
import { toShortCellId } from '../../session/short-cell-id.ts';
import { findUnapproved } from '../../session/view/cells/find-unapproved.ts';
import { nameNotebook } from '../../session/view/titles/name-notebook.ts';
import { describeVerified } from '../../session/view/verification/describe-verified.ts';
import { AppError } from '../../util/app-error.ts';
import { formatMinute } from '../../util/format-minute.ts';
import { orAborted } from '../../util/or-aborted.ts';
import { pluralize } from '../../util/pluralize.ts';
import { createCellDescriber } from '../describe/describe-cell.ts';
import { describeState, toPage } from '../describe/describe-state.ts';
import { MAX_RESULT_LENGTH, toContent } from '../describe/to-content.ts';
import { defineMcpTool, type McpTool } from '../mcp-tool.ts';
import { notebook, readNotebook, waitS } from './arguments.ts';

const MAX_LISTED = 100;
/** Of a notebook that is read: of each cell, and all of them, tokens. Results of many cells would have too many pictures. */
const SHOWN = { maxTokens: 800, hasPictures: false };
const READ_TOKENS = 6_000;
const MAX_DIFFERENCES = 3;

const listNotebooks = defineMcpTool({
  name: 'list_notebooks',
  title: 'List notebooks',
  description: 'The notebooks, the one that changed last first, with their IDs.',
  input: z.object({
    search: z.string().optional().describe('Words of a title, a question, or an answer; default: all'),
    limit: z.int().min(1).max(MAX_LISTED).default(20),
  }),
  hints: { readOnlyHint: true },
  run: async ({ search, limit }, { container }) => {
    const { sessions, total } = await container.listEntries(search, limit);
    const left = total - sessions.length;
    const more = left > 0 ? [`${left} more; narrow the search, or raise the limit.`] : [];
    const none = search ? 'No notebook matches the search.' : 'No notebooks yet.';
    return [...sessions.map(toLine), ...more].join('\n') || none;
  },
});

const createNotebook = defineMcpTool({
  name: 'create_notebook',
  title: 'Create a notebook',
  description: 'A new, empty notebook. Its kernel starts with the first cell that runs.',
  input: z.object({
    title: z.string().max(200).optional(),
    kernel: z.string().optional().describe('Kernelspec; default: python3'),
  }),
  run: async ({ title, kernel }, context) => {
    const id = await context.runtime.sessions.create({ title, kernelName: kernel });
    return describeState(await context.runtime.sessions.read(id), context.origin);
  },
});

const readNotebookTool = defineMcpTool({
  name: 'read_notebook',
  title: 'Read a notebook',
  description:
    'The cells of a notebook in order, with digests of their outputs. For the whole of a cell, call read_cell.',
  input: z.object({
    notebook,
    from: z.int().min(1).default(1).describe('Number of the first cell that is shown'),
  }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id, from }, context) => {
    const { container, origin } = context;
    const session = await readNotebook(context, id);
    const parts = [
      describeState(session, origin),
      describeVerified(session),
      `cells: ${session.cells.length}`,
    ];
    const describe = createCellDescriber(session);
    let left = READ_TOKENS * CHARACTERS_PER_TOKEN;
    const shown = session.cells.slice(from - 1).flatMap((each) => {
      const { text } = left > 0 ? describe(each, SHOWN) : { text: '' };
      left -= text.length;
      return left > 0 ? [text] : [];
    });
    const next = from + shown.length;
    const rest = session.cells.length - next + 1;
    const more = rest > 0 ? `${pluralize(rest, 'more cell')}: read_notebook with from ${next}.` : '';
    return toContent([...parts, ...shown, more], container.blobs.get);
  },
});

const verify = defineMcpTool({
  name: 'verify',
  title: 'Verify from a clean start',
  description:
    'Runs the notebook from top to bottom in a new kernel and compares: says for each cell whether it gives the same outputs. The notebook and its kernel are not touched.',
  input: z.object({ notebook, wait_s: waitS }),
  run: async ({ notebook: id, wait_s }, context) => {
    const { container, tell, signal, origin } = context;
    requireApproved(await readNotebook(context, id), container.config.programApproval);
    const verifying = container.verifySession(id, {
      isRecorded: true,
      onProgress: ({ step, steps, run }) => tell(`Clean run ${run}: cell ${step} of ${steps}.`),
    });
    // Whoever does not wait finds its report in the log, or its failure by asking again.
    verifying.catch(() => {});
    const until = AbortSignal.any([signal, AbortSignal.timeout(wait_s * 1000)]);
    const verification = await orAborted(verifying, until);
    const session = await context.runtime.sessions.read(id);
    if (!verification)
      return `${describeState(session, origin)}\n\nThe verification is not finished. It continues; call verify again to wait for it.`;
    const cells = verification.cells.filter(({ verdict }) => verdict !== 'same').map(describeVerdict);
    const summary =
      describeVerified(session) || 'The notebook changed during the verification. Call verify again.';
    return toContent([describeState(session, origin), summary, ...cells], container.blobs.get);
  },
});

const exportNotebook = defineMcpTool({
  name: 'export',
  title: 'Export a notebook',
  description:
    'The notebook as text: a Python script (py), Markdown (md), a Jupyter notebook (ipynb), or a page of its own (html). If it is too long for a result, you get the address of the page instead.',
  input: z.object({ notebook, format: ExportFormat.default('py') }),
  hints: { readOnlyHint: true },
  run: async ({ notebook: id, format }, context) => {
    const { container, origin } = context;
    await readNotebook(context, id);
    const { content, fileName } = await container.exportSession(id, format);
    if (content.length <= MAX_RESULT_LENGTH) return content;
    const size = `${fileName} has ${pluralize(content.length, 'character')}, too many for a result.`;
    return `${size} The user can download it on the page ${toPage(id, origin)}.`;
  },
});

export const NOTEBOOK_TOOLS: readonly McpTool[] = [
  listNotebooks,
  createNotebook,
  readNotebookTool,
  verify,
  exportNotebook,
];

/** A clean run must not be a way around the user's approval. */
function requireApproved(session: Session, programApproval: ApprovalMode): void {
  const cell = findUnapproved(session, programApproval);
  if (!cell) return;
  const sentence = `Cell ${toShortCellId(cell.id)} has not run as it is, and its code may need the user's approval. Run it first.`;
  throw new AppError('conflict', sentence);
}

function toLine({ id, title, runStatus, isWaiting, updatedAt, files }: SessionSummary): string {
  return [
    id,
    nameNotebook(title),
    `changed ${formatMinute(updatedAt, 'UTC')} UTC`,
    ...(isWaiting ? ['waits for the user'] : runStatus ? [runStatus] : []),
    ...(files.length > 0 ? [`files: ${files.slice(0, 5).join(', ')}`] : []),
  ].join(' · ');
}

function describeVerdict({ cell, cellId, verdict, reason, differences }: CellVerification): string {
  const shown = differences.slice(0, MAX_DIFFERENCES).map(({ place, text }) => `  ${place}: ${text}`);
  const head = `cell ${toShortCellId(cellId)} (number ${cell}): ${VERDICT_WORDS[verdict]}. ${reason ?? ''}`;
  return [head.trimEnd(), ...shown].join('\n');
}
