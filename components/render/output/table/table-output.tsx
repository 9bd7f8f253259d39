'use client';

import { useMemo } from 'react';
import { useSessionId } from '../../../api/session-id-context.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { createLocalExports, createLocalSource, type HeldTable } from '../../table/source/local-source.ts';
import { readDigestTable } from '../../table/source/read-digest-table.ts';
import { useKeptTable } from '../../table/use-kept-table.ts';
import { HtmlOutput } from '../frame/html-output.tsx';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { useOutputCell } from '../parts/output-cell-context.ts';
import { TextOutput } from '../text/text-output.tsx';
import { readHtmlTable } from './read-html-table.ts';

/** A table that a cell displayed, as HTML or, as columns are, as text; other HTML is drawn in a frame. */
export function TableOutput({ mimeType, text, output }: DrawingProps) {
  const { digest } = output;
  const held = useMemo(
    () => (digest ? readDigestTable(digest, text) : null) ?? readHtmlTable(text, digest?.table),
    [text, digest],
  );
  if (!held) return mimeType === 'text/html' ? <HtmlOutput text={text} /> : <TextOutput text={text} />;
  return <DisplayedTable held={held} keptId={digest?.kept?.id ?? null} />;
}

/** What the log has of it, until the kernel that displayed it is needed for more. */
function DisplayedTable({ held, keptId }: { held: HeldTable; keptId: string | null }) {
  const { isKernelGone, ask } = useOutputCell();
  const local = useMemo(
    () => ({ source: createLocalSource(held), exports: createLocalExports(held) }),
    [held],
  );
  const kept = useKeptTable(useSessionId(), isKernelGone ? null : keptId);
  const { source, exports } = kept.table ?? local;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whatever is done to the table, the kernel may be needed
    <div onPointerEnter={kept.open} onFocus={kept.open}>
      <DataTable
        source={source}
        exports={exports}
        fileName="table"
        isRestComing={kept.isPossible}
        onAsk={ask ?? undefined}
      />
    </div>
  );
}
