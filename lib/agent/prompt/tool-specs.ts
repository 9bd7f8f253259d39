/** The native tools that a model is offered. */

import type { Language } from '../../execution/languages/language.ts';
import type { ToolSpec } from '../../model/model.ts';
import type { SqlSources } from '../../session/sql-sources.ts';
import { ASK_TOOL, EXECUTE_TOOL, OUTPUTS_TOOL } from '../reply/action.ts';

/** `mayAsk`: whether the run may hand parts of its task to other agents. */
export function toToolSpecs({ label, hasOutputs = false, sql }: Language, mayAsk = false): ToolSpec[] {
  const execute: ToolSpec = {
    name: EXECUTE_TOOL,
    description: `Runs ${label} in the live Jupyter kernel and returns its outputs. State persists between calls.`,
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string', description: `${label} source of one notebook cell.` },
        cell: {
          type: 'string',
          description: 'ID of the cell whose code this replaces. Leave out to add a cell.',
        },
        ...(sql ? toSqlParameters(sql) : {}),
      },
      required: ['code'],
      additionalProperties: false,
    },
  };
  return [execute, ...(hasOutputs ? [OUTPUTS_SPEC] : []), ...(mayAsk ? [ASK_SPEC] : [])];
}

function toSqlParameters({ hasFrames, connections }: SqlSources) {
  const result = { type: 'string', description: 'Of SQL: the name of the data frame that it gives.' };
  const what = hasFrames
    ? 'Of SQL: leave out to ask the data frames of the kernel.'
    : 'Of SQL: what it asks.';
  const connection = { type: 'string', enum: [...connections], description: what };
  return {
    language: { type: 'string', enum: ['python', 'sql'], description: 'Python if it is left out.' },
    result,
    ...(connections.length > 0 ? { connection } : {}),
  };
}

const OUTPUTS_SPEC: ToolSpec = {
  name: OUTPUTS_TOOL,
  description: 'Shows the full output of an earlier cell: a page of it, or its lines that match a search.',
  parameters: {
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'The number of the cell, as in In[n].' },
      page: { type: 'integer', description: 'The page, counted from 1.' },
      start: { type: 'integer', description: 'The character to begin at.' },
      search: { type: 'string', description: 'A Python regular expression: lists the lines that match.' },
    },
    required: ['n'],
    additionalProperties: false,
  },
};

const ASK_SPEC: ToolSpec = {
  name: ASK_TOOL,
  description:
    'Another agent does a separable part of the task on a copy of the kernel with all its variables, and returns variables.',
  parameters: {
    type: 'object',
    properties: {
      task: {
        type: 'string',
        description:
          'All that it has to know: it sees the variables and files, and nothing else of this conversation.',
      },
      returns: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of variables that it defines and that come back into your kernel.',
      },
    },
    required: ['task', 'returns'],
    additionalProperties: false,
  },
};
