import type { McpTool } from '../mcp-tool.ts';
import { CELL_TOOLS } from './cell-tools.ts';
import { DATA_TOOLS } from './data-tools.ts';
import { NOTEBOOK_TOOLS } from './notebook-tools.ts';
import { RUN_TOOLS } from './run-tools.ts';

/** All tools, those that most calls are for first. */
export const TOOLS: readonly McpTool[] = [...RUN_TOOLS, ...CELL_TOOLS, ...NOTEBOOK_TOOLS, ...DATA_TOOLS];
