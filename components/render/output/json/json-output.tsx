'use client';

import { useMemo } from 'react';
import { copyTool, saveTool } from '../parts/copy-tools.tsx';
import type { DrawingProps } from '../parts/drawing-props.ts';
import { WithTools } from '../parts/output-tools.tsx';
import { TextOutput } from '../text/text-output.tsx';
import { JsonTree } from './json-tree.tsx';

/** Shows JSON as a tree, or as text if it does not parse. */
export function JsonOutput({ text, mimeType, output }: DrawingProps) {
  const parsed = useMemo(() => parseJson(text), [text]);
  if (!parsed) return <TextOutput text={text} />;
  const written = () => JSON.stringify(parsed.value, null, 2);
  return (
    <WithTools tools={[copyTool(written), saveTool(written, 'output.json', 'application/json')]}>
      <JsonTree value={parsed.value} isAllOpen={isExpanded(output.metadata, mimeType)} />
    </WithTools>
  );
}

/** `IPython.display.JSON(…, expanded=True)` says so under its type. */
function isExpanded(metadata: Record<string, unknown>, mimeType: string): boolean {
  const own = metadata[mimeType];
  return typeof own === 'object' && own !== null && 'expanded' in own && own.expanded === true;
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
