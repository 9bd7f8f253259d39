'use client';

import { useMemo } from 'react';
import { HtmlOutput } from './frame/html-output.tsx';
import type { WrittenProps } from './parts/drawing-props.ts';
import { readTable } from './table/read-html-table.ts';
import { TableOutput } from './table/table-output.tsx';

/** HTML that is only a data table becomes a table of the page; other HTML is drawn in a frame. */
export function HtmlOrTable({ text, output }: WrittenProps) {
  const table = useMemo(() => readTable(text, output.digest?.table), [text, output.digest?.table]);
  return table ? <TableOutput table={table} /> : <HtmlOutput html={text} />;
}
