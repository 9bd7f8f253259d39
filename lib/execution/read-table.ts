/** Pieces of tables in a kernel, read beside the notebook: nothing of it is in the log. */
import { z } from 'zod';
import type { Kernel } from '../kernel/kernel.ts';
import { TablePage, type TableWindow } from '../protocol/table-page.ts';
import { AppError } from '../util/app-error.ts';
import { findLanguage } from './languages/find-language.ts';
import type { TableReaders } from './languages/language.ts';
import { readJson } from './read-json.ts';

const Refusal = z.object({ refusal: z.string().max(500) });

/** Throws AppError `conflict` with the kernel's own sentence, or where it is busy or cannot. */
export async function readVariableTable(
  kernel: Kernel,
  name: string,
  window: TableWindow,
): Promise<TablePage> {
  return ask(kernel, ({ toTableExpression }) => toTableExpression(name, window));
}

/** The first rows of a file that the kernel has in one of `roots`. Throws as {@link readVariableTable}. */
export async function readFileTable(
  kernel: Kernel,
  name: string,
  options: Parameters<TableReaders['toFileTableExpression']>[1],
): Promise<TablePage> {
  return ask(kernel, ({ toFileTableExpression }) => toFileTableExpression(name, options));
}

async function ask(kernel: Kernel, toExpression: (readers: TableReaders) => string): Promise<TablePage> {
  const { tables, label } = findLanguage(kernel);
  if (!tables) throw new AppError('conflict', `Tables of a ${label} kernel cannot be shown here.`);
  if (kernel.status !== 'idle') throw new AppError('conflict', BUSY);
  // What code in the kernel answers is not to be trusted with a form of its own.
  const value = await readJson(kernel, toExpression(tables));
  const page = TablePage.safeParse(value);
  if (page.success) return page.data;
  const refusal = Refusal.safeParse(value);
  throw new AppError('conflict', refusal.success ? refusal.data.refusal : UNREADABLE);
}

const BUSY = 'The kernel is busy. The table can be shown when its cell has ended.';
const UNREADABLE = 'The kernel did not tell what is in the table. Try again.';
