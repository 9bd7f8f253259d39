/** Where a table is: a variable of the kernel, a file of the workspace, or what a cell displayed. */
import { AppError } from '../../util/app-error.ts';
import { parseFilePath } from '../files/file-name.ts';

const TABLE_KINDS = ['variables', 'files', 'displays'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

export interface TableSource {
  readonly source: TableKind;
  /** Of the variable, the path of the file, or the id in the output's digest (`digest.kept.id`). */
  readonly name: string;
}

/** Throws AppError `bad-request`. */
export function parseTableSource({ source, name }: { source: string; name: string }): TableSource {
  const kind = TABLE_KINDS.find((each) => each === source);
  if (!kind) throw new AppError('bad-request', 'A table is in variables, files or displays.');
  return { source: kind, name: kind === 'files' ? parseFilePath(name) : name };
}
