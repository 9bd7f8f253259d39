/** What SQL can name, as the editor completes it. */
import type { Catalog } from '../../../lib/protocol/connections/catalog.ts';
import type { KernelName } from '../../../lib/protocol/kernel/kernel-name.ts';

/** Columns by table, below the schema where there are several. */
type Tables = Record<string, readonly string[]>;

/** A connection, or the variables of the kernel where there is none. */
export type ReadTarget = () => {
  readonly connection: string | undefined;
  readonly names: readonly KernelName[];
};

export interface SqlTables {
  readonly schema: Tables | Record<string, Tables>;
  /** The schema whose tables need no prefix. Undefined if the database has no schemas. */
  readonly defaultSchema?: string;
}

/** The frames of a kernel. */
export function toFrameTables(names: readonly KernelName[]): SqlTables {
  const frames = names.filter(({ columns, isTable }) => isTable || columns !== undefined);
  return { schema: Object.fromEntries(frames.map(({ name, columns = '' }) => [name, listColumns(columns)])) };
}

/** `int64: a, b; str: c`, as the kernel tells them. */
function listColumns(columns: string): string[] {
  return columns
    .split('; ')
    .flatMap((part) => part.replace(/^[^:]*: /, '').split(', '))
    .filter((name) => name !== '' && !name.includes('…'));
}

/** Of several schemas, `public` needs no prefix, or else the first. */
export function toCatalogTables({ tables }: Catalog): SqlTables {
  const bySchema = Map.groupBy(tables, ({ schema }) => schema ?? '');
  const read = (list: Catalog['tables']): Tables =>
    Object.fromEntries(list.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  if (bySchema.size <= 1) return { schema: read(tables) };
  const schema = Object.fromEntries([...bySchema].map(([name, list]) => [name, read(list)]));
  const [first = ''] = bySchema.keys();
  return { schema, defaultSchema: bySchema.has('public') ? 'public' : first };
}
