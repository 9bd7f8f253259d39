/** Describes a catalog within its share of a prompt: the more tables there are, the shorter each description is. */
import type { Catalog, CatalogTable } from '../protocol/connections/catalog.ts';
import { cleanText } from '../tools/clean-text.ts';
import { toFullName } from './find-table.ts';

const MAX_COMMENT_LENGTH = 120;

/** `maxLength`: characters. `name` is that of the connection. */
export function describeCatalog(name: string, { tables }: Catalog, maxLength: number): string {
  if (tables.length === 0) return 'It has no tables that this connection may read.';
  for (const describe of [withComments, withTypes, withColumns, withRows]) {
    const text = tables.map(describe).join('\n');
    if (text.length <= maxLength) return text;
  }
  return listFirst(name, tables, maxLength);
}

const withComments = (table: CatalogTable): string => describeTable(table, true, true);
const withTypes = (table: CatalogTable): string => describeTable(table, true, false);
const withColumns = (table: CatalogTable): string => describeTable(table, false, false);
const withRows = (table: CatalogTable): string => `- ${toName(table)}${describeRows(table)}`;

function describeTable(table: CatalogTable, hasTypes: boolean, hasComments: boolean): string {
  const { columns, foreignKeys, comment } = table;
  const described = columns.map(({ name, type, comment: about }) => {
    const ofType = hasTypes ? ` ${toLine(type)}` : '';
    const key = table.primaryKey.includes(name) ? ' key' : '';
    return `${toLine(name)}${ofType}${key}${hasComments ? toComment(about) : ''}`;
  });
  const links = foreignKeys.map(({ columns: from, references: { schema, table: to, columns: target } }) => {
    const place = schema && schema !== table.schema ? `${schema}.${to}` : to;
    return toLine(`${from.join(', ')} → ${place}(${target.join(', ')})`);
  });
  const linked = links.length > 0 ? `; ${links.join('; ')}` : '';
  return `${withRows(table)}${hasTypes ? toComment(comment) : ''}: ${described.join(', ')}${linked}`;
}

function listFirst(name: string, tables: readonly CatalogTable[], maxLength: number): string {
  const lines: string[] = [];
  let length = 120;
  for (const line of tables.map(withRows)) {
    length += line.length + 1;
    if (length > maxLength) break;
    lines.push(line);
  }
  const omitted = (tables.length - lines.length).toLocaleString('en');
  return `${lines.join('\n')}\nand ${omitted} more tables: search them with ${name}.tables("word").`.trim();
}

function toName(table: CatalogTable): string {
  return toLine(toFullName(table)).slice(0, 200);
}

function describeRows({ rows, kind }: CatalogTable): string {
  const what = kind === 'table' ? '' : toLine(kind);
  const many = rows === null ? '' : `≈${Math.round(rows).toLocaleString('en')} rows`;
  const parts = [what, many].filter((part) => part !== '');
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function toComment(comment: string | null | undefined): string {
  return comment ? ` “${toLine(comment).slice(0, MAX_COMMENT_LENGTH)}”` : '';
}

/** One line, without characters that only a model would read: many people can write to a database. */
function toLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}
