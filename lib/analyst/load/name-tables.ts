/** What tables are called in the kernel: by their files, and by their sheets or tables where a file has several. */
import type { DatabaseTable, FileFormat, Sheet } from '../../protocol/tables/file-format.ts';
import { RESERVED } from '../write/draft.ts';
import { toName } from '../write/python-code.ts';

export interface NamedTable {
  readonly name: string;
  readonly sheet: Sheet | null;
  /** Of a database. */
  readonly table: DatabaseTable | null;
}

/** `taken`: names that something else has. */
export function nameTables(file: string, format: FileFormat, taken: ReadonlySet<string>): NamedTable[] {
  const bare = (file.split('/').at(-1) ?? file).split('.')[0] ?? '';
  const parts = listParts(format);
  const names = new Set(taken);
  return parts.map((part) => {
    const own = part.sheet?.name ?? part.table?.name ?? '';
    const name = findFree(parts.length === 1 ? bare : part.table ? own : `${bare} ${own}`, names);
    names.add(name);
    return { name, ...part };
  });
}

function listParts(format: FileFormat): Omit<NamedTable, 'name'>[] {
  if (format.kind === 'workbook') return format.sheets.map((sheet) => ({ sheet, table: null }));
  if (format.kind === 'sqlite') return format.tables.map((table) => ({ sheet: null, table }));
  return [{ sheet: null, table: null }];
}

function findFree(wish: string, taken: ReadonlySet<string>): string {
  const name = toName(wish);
  const isFree = (each: string) => !taken.has(each) && !RESERVED.has(each);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}_${number}`;
    if (isFree(numbered)) return numbered;
  }
}
