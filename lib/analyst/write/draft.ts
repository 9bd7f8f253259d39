/** A cell in the making: its lines so far, and the names that are taken. */
import type { Table } from '../query/query.ts';
import type { ColumnKinds } from './column-kind.ts';
import { isName, toName, writeChain } from './python-code.ts';

export interface Draft {
  readonly tables: readonly Table[];
  readonly lines: string[];
  readonly names: Set<string>;
}

/** A data frame that has a name. */
export interface Source {
  readonly name: string;
  readonly kinds: ColumnKinds;
}

/** A data frame as code: an expression, and the method calls after it. */
export interface Frame {
  readonly head: string;
  readonly links: readonly string[];
  readonly kinds: ColumnKinds;
  /** What it would be called. */
  readonly title: string;
}

/** What the written code calls by these names. */
export const RESERVED: ReadonlySet<string> = new Set(
  'pd plt calendar json ax fig len list range abs int str float data file records workbook database sqlite3 Path'.split(
    ' ',
  ),
);

export function startDraft(tables: readonly Table[], taken: ReadonlySet<string>): Draft {
  const names = new Set<string>([...RESERVED, ...taken, ...tables.map(({ name }) => name)]);
  return { tables, lines: [], names };
}

/** A name that nothing else has in this cell. */
function claimName(draft: Draft, wish: string): string {
  const name = toName(wish);
  const free = [name, `${name}_rows`].find((each) => !draft.names.has(each));
  const found = free ?? `${name}_${draft.names.size}`;
  draft.names.add(found);
  return found;
}

export function assign(draft: Draft, wish: string, code: string): string {
  const name = claimName(draft, wish);
  draft.lines.push(`${name} = ${code}`);
  return name;
}

/** The frame under a name of its own, where it has none yet. */
export function nameFrame(draft: Draft, frame: Frame): Source {
  if (frame.links.length === 0 && isName(frame.head)) return { name: frame.head, kinds: frame.kinds };
  // What is made of a frame of this cell, and is called the same, takes its place.
  const isSame = frame.head === toName(frame.title) && draft.tables.every(({ name }) => name !== frame.head);
  const name = isSame ? frame.head : claimName(draft, frame.title);
  draft.lines.push(`${name} = ${writeChain(frame.head, frame.links, name.length + 3)}`);
  return { name, kinds: frame.kinds };
}

export function toFrame({ name, kinds }: Source): Frame {
  return { head: name, links: [], kinds, title: name };
}
