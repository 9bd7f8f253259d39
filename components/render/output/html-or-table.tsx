'use client';

import { useMemo } from 'react';
import type { WrittenProps } from './drawing-props.ts';
import { HtmlOutput } from './html-output.tsx';
import { readTable } from './read-table.ts';
import { TableOutput } from './table-output.tsx';

/** HTML that is nothing but a data table becomes a table of the page; the rest is drawn apart from it. */
export function HtmlOrTable({ text, output }: WrittenProps) {
  const table = useMemo(() => readTable(text, output.digest?.table), [text, output.digest?.table]);
  return table ? <TableOutput table={table} /> : <HtmlOutput html={text} />;
}
