/** Tables in a kernel, read beside the notebook: nothing of it is in the log. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { TablePage } from '../protocol/table-page.ts';
import type { TableWindow } from '../protocol/table-query.ts';
import { AppError } from '../util/app-error.ts';
import { findLanguage } from './languages/find-language.ts';
import type { TablePlace, TableReaders } from './languages/language.ts';

const Refusal = z.object({ refusal: z.string().max(500) });

/** Throws AppError `conflict` with the kernel's own sentence, or where it is busy or cannot. */
export async function readTablePage(
  kernel: Kernel,
  place: TablePlace,
  window: TableWindow,
): Promise<TablePage> {
  const { tables, label } = findLanguage(kernel);
  if (!tables) throw new AppError('conflict', `Tables of ${label} kernels cannot be shown here.`);
  if (kernel.status !== 'idle') throw new AppError('conflict', BUSY);
  return ask(tables, (readers) => readers.readPage(kernel, place, window));
}

async function ask(
  tables: TableReaders,
  read: (readers: TableReaders) => Promise<unknown>,
): Promise<TablePage> {
  // What code in the kernel answers is not to be trusted with a form of its own.
  const value = await read(tables);
  const page = TablePage.safeParse(value);
  if (page.success) return page.data;
  const refusal = Refusal.safeParse(value);
  throw new AppError('conflict', refusal.success ? refusal.data.refusal : UNREADABLE);
}

const BUSY = 'The kernel is busy. Open the table after its cell ends.';
const UNREADABLE = 'The table could not be read. Try again.';
