/** Tables in a kernel, read beside the notebook: nothing of it is in the log. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import type { KernelStatus } from '../protocol/kernel/kernel-info.ts';
import { TablePage } from '../protocol/tables/table-page.ts';
import type { SummaryWindow, TableExport, TableWindow } from '../protocol/tables/table-query.ts';
import { TableSummary } from '../protocol/tables/table-summary.ts';
import { AppError } from '../util/app-error.ts';
import { findLanguage } from './languages/find-language.ts';
import type { TablePlace, TableReaders } from './languages/language.ts';

/** A table as a file: how much is in it, and its bytes in pieces. Whoever stops reading early ends the export. */
export interface ExportedTable {
  rows: number;
  columns: number;
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * Throws AppError `conflict` with the kernel's own sentence, where it is not idle or cannot, and after `signal`; `gone` where
 * it no longer has what a cell displayed.
 */
export async function readTablePage(
  kernel: Kernel,
  place: TablePlace,
  window: TableWindow,
  signal?: AbortSignal,
): Promise<TablePage> {
  return ask(kernel, TablePage, ({ readPage }) => readPage(kernel, place, window), signal);
}

/** Throws as {@link readTablePage} does. */
export async function summarizeTable(
  kernel: Kernel,
  place: TablePlace,
  window: SummaryWindow,
  signal?: AbortSignal,
): Promise<TableSummary> {
  return ask(kernel, TableSummary, ({ summarize }) => summarize(kernel, place, window), signal);
}

/**
 * Resolves before the first byte is read. A cell that is run meanwhile is waited for, and the table in the file stays what
 * it was. Throws as {@link readTablePage} does; so do the chunks, where the kernel ends.
 */
export async function exportTable(
  kernel: Kernel,
  place: TablePlace,
  query: TableExport,
): Promise<ExportedTable> {
  const readers = findReaders(kernel);
  const { exportId, rows, columns } = await ask(kernel, Started, ({ startExport }) =>
    startExport(kernel, place, query),
  );
  return { rows, columns, chunks: readChunks(kernel, readers, exportId) };
}

async function* readChunks(
  kernel: Kernel,
  { continueExport, cancelExport }: TableReaders,
  exportId: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let isLast = false;
  let bytes = 0;
  try {
    while (!isLast) {
      const reply = await continueExport(kernel, exportId);
      if (Pending.safeParse(reply).success) continue;
      const chunk = toReply(Chunk, reply);
      const data = new Uint8Array(Buffer.from(chunk.data, 'base64'));
      isLast = chunk.isLast;
      bytes += data.length;
      if (bytes > MAX_EXPORT_BYTES) throw new AppError('too-large', 'The exported file is larger than 4 GB.');
      if (data.length > 0) yield data;
    }
  } finally {
    if (!isLast) await cancelExport(kernel, exportId);
  }
}

async function ask<Shape extends z.ZodType>(
  kernel: Kernel,
  shape: Shape,
  read: (readers: TableReaders) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<z.output<Shape>> {
  const readers = findReaders(kernel);
  const deadline = performance.now() + MAX_PENDING_MS;
  for (;;) {
    if (signal?.aborted) throw new AppError('conflict', UNWANTED);
    if (kernel.status !== 'idle') throw new AppError('conflict', UNREADY[kernel.status]);
    const value = await read(readers);
    if (!Pending.safeParse(value).success) return toReply(shape, value);
    if (performance.now() > deadline) throw new AppError('conflict', SLOW);
  }
}

function findReaders(kernel: Kernel): TableReaders {
  const { tables, label } = findLanguage(kernel);
  if (!tables) throw new AppError('conflict', `Tables of ${label} kernels cannot be shown here.`);
  return tables;
}

/** Code in the kernel may answer anything, so its answers are checked. */
function toReply<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const reply = shape.safeParse(value);
  if (reply.success) return reply.data;
  const { data: refused } = Refusal.safeParse(value);
  throw new AppError(refused?.code ?? 'conflict', refused?.refusal ?? UNREADABLE);
}

const Refusal = z.object({
  refusal: z.string().max(500),
  code: z.enum(['conflict', 'gone']).default('conflict'),
});
/** A file is still read; the kernel waited for a moment. */
const Pending = z.object({ isPending: z.literal(true) });
const Started = z.object({
  exportId: z.string().max(100),
  rows: z.number().int().nonnegative(),
  columns: z.number().int().nonnegative(),
});
const Chunk = z.object({ data: z.base64(), isLast: z.boolean() });

/** How long a file may take to read. The kernel is free for cells meanwhile. */
const MAX_PENDING_MS = 60_000;
const MAX_EXPORT_BYTES = 4 * 1024 ** 3;

const UNREADY: Record<Exclude<KernelStatus, 'idle'>, string> = {
  none: 'The kernel was shut down.',
  starting: 'The kernel is starting. Try again when it is ready.',
  busy: 'The kernel is busy. Open the table after its cell ends.',
  restarting: 'The kernel is restarting. Try again when it is ready.',
  dead: 'The kernel has ended. Run a cell to start it again.',
};
const UNWANTED = 'Nobody waits for this table any longer.';
const SLOW = 'Reading the file took too long to show it here.';
const UNREADABLE = 'The table could not be read. Try again.';
