/** What the kernel holds, as the table at the end of each prompt: work that need not be done again. */
import type { KernelName } from '../../protocol/kernel/kernel-name.ts';
import { listSome } from '../../session/kernel-names.ts';
import type { Session } from '../../session/session.ts';
import { formatBytes } from '../../util/format-bytes.ts';
import type { PromptCache } from './prompt-cache.ts';

/** Tables and arrays, which are listed one a line, and names of every other kind. */
const MAX_ROWS = 24;
const MAX_LISTED = 24;
/** Characters of the columns of all tables. */
const MAX_COLUMNS = 5_000;
/** Cells looked through for the names they use. */
const MAX_CELLS = 100;

/** Empty when nothing is known to be defined. */
export function toNameTable(session: Session, cache: Pick<PromptCache, 'listWords'>): string {
  const names = sortByUse(session.kernel.names, session, cache);
  if (names.length === 0) return '';
  const values = names.filter(({ type }) => !['module', 'function', 'type'].includes(type));
  const shaped = values.filter(({ shape }) => shape !== undefined);
  const lines = [
    ...toRows(shaped.slice(0, MAX_ROWS)),
    ...(shaped.length > MAX_ROWS ? [`and ${shaped.length - MAX_ROWS} more like these`] : []),
    toList('other values', values.filter(({ shape }) => shape === undefined).map(toRow)),
    toList('functions', listKind(names, 'function')),
    toList('classes', listKind(names, 'type')),
    toList('imports', listKind(names, 'module')),
  ];
  return `[In the kernel now, last used first:\n${lines.filter((line) => line !== '').join('\n')}]`;
}

function listKind(names: readonly KernelName[], kind: string): string[] {
  return names.filter(({ type }) => type === kind).map(({ name }) => name);
}

/** `df DataFrame 344×8 180 KB (int64: year; str: island, species)`; columns that were listed before are named by their table. */
function toRows(tables: readonly KernelName[]): string[] {
  const told = new Map<string, string>();
  let length = 0;
  return tables.map((table) => {
    const { name, columns = '' } = table;
    const like = told.get(columns);
    if (columns === '') return toRow(table);
    if (like !== undefined) return `${toRow(table)} (columns as ${like})`;
    length += columns.length;
    if (length > MAX_COLUMNS) return toRow(table);
    told.set(columns, name);
    return `${toRow(table)} (${columns})`;
  });
}

function toRow({ name, type, shape = [], bytes }: KernelName): string {
  const size = bytes === undefined ? '' : formatBytes(bytes);
  return [name, type, shape.join('×'), size].filter((part) => part !== '').join(' ');
}

function toList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}: ${listSome(items, MAX_LISTED)}`;
}

/** Names that the newest code uses come first; names of no known use come last, newest first. */
function sortByUse(
  names: readonly KernelName[],
  { cells }: Session,
  cache: Pick<PromptCache, 'listWords'>,
): KernelName[] {
  const unseen = new Map(names.toReversed().map((name) => [name.name, name]));
  const sorted: KernelName[] = [];
  const code = cells.filter(({ type, kernelId }) => type === 'code' && kernelId !== null);
  for (const cell of code.slice(-MAX_CELLS).reverse()) {
    if (unseen.size === 0) break;
    for (const word of cache.listWords(cell)) {
      const name = unseen.get(word);
      if (name && unseen.delete(word)) sorted.push(name);
    }
  }
  return [...sorted, ...unseen.values()];
}
