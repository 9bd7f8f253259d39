/** What tables are called in the kernel: by their files, and by their sheets where a file has several. */
import type { FileFormat, Sheet } from '../../protocol/file-format.ts';
import { RESERVED } from '../write/draft.ts';
import { toName } from '../write/python-code.ts';

export interface NamedTable {
  readonly name: string;
  readonly sheet: Sheet | null;
}

/** `taken`: names that something else has. */
export function nameTables(file: string, format: FileFormat, taken: ReadonlySet<string>): NamedTable[] {
  const bare = (file.split('/').at(-1) ?? file).split('.')[0] ?? '';
  const sheets = format.kind === 'workbook' ? format.sheets : [];
  if (sheets.length === 0) return [{ name: findFree(bare, taken), sheet: null }];
  const names = new Set(taken);
  return sheets.map((sheet) => {
    const name = findFree(sheets.length === 1 ? bare : `${bare} ${sheet.name}`, names);
    names.add(name);
    return { name, sheet };
  });
}

function findFree(wish: string, taken: ReadonlySet<string>): string {
  const name = toName(wish);
  const isFree = (each: string) => !taken.has(each) && !RESERVED.has(each);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}_${number}`;
    if (isFree(numbered)) return numbered;
  }
}
