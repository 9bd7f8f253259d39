/** SQL that a model writes becomes a cell where something can be asked, in each form that models use. */
import { expect, test } from 'vitest';
import { toSystemPrompt } from '../../../lib/agent/prompt/system-prompt.ts';
import { toToolSpecs } from '../../../lib/agent/prompt/tool-specs.ts';
import { parseAction } from '../../../lib/agent/reply/parse-action.ts';
import { PYTHON } from '../../../lib/execution/languages/python.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import type { SqlSources } from '../../../lib/session/sql-sources.ts';
import { foldAll, startRun } from '../../helpers/session-events.ts';

const BOTH: SqlSources = { hasFrames: true, connections: ['sales', 'crm'] };
const FRAMES: SqlSources = { hasFrames: true, connections: [] };
const read = (text: string, sql: SqlSources | undefined = BOTH) =>
  parseAction({ text, toolCalls: [], finishReason: 'stop' }, sql ? { ...PYTHON, sql } : PYTHON);
const block = (label: string, body = 'select 1') => `I ask.\n\`\`\`${label}\n${body}\n\`\`\``;
const codeOf = (text: string, sql?: SqlSources) => {
  const action = read(text, sql);
  return action.type === 'code' ? action.segments.filter(({ type }) => type === 'code') : action;
};
const sql = (more: object = {}) => ({ name: 'sql', ...more });

test.each([
  ['sql', 'select 1', {}],
  ['SQL', 'select 1', {}],
  ['duckdb', 'select 1', {}],
  ['sql result=top', 'select 1', { resultName: 'top' }],
  ['sql connection=sales result="top"', 'select 1', { connection: 'sales', resultName: 'top' }],
  ['{.sql connection=crm}', 'select 1', { connection: 'crm' }],
  ['postgresql connection=sales', 'select 1', { connection: 'sales' }],
  ['sql', '-- connection: sales, result: top\nselect 1', { connection: 'sales', resultName: 'top' }],
  ['sql', '-- who is on top, as of today\nselect 1', {}],
])('%s with %j', (label, source, more) => {
  expect(codeOf(block(label, source))).toEqual([{ type: 'code', source, language: sql(more) }]);
});

test('the only connection is asked where the kernel has no DuckDB', () => {
  const only = { hasFrames: false, connections: ['sales'] };
  expect(codeOf(block('sql'), only)).toMatchObject([{ language: { connection: 'sales' } }]);
});

test('SQL may be among Python, and replace a cell', () => {
  expect(codeOf('```python\ndf = 1\n```\n```sql cell=ab12 result=x\nselect 1\n```')).toEqual([
    { type: 'code', source: 'df = 1' },
    { type: 'code', source: 'select 1', cell: 'ab12', language: sql({ resultName: 'x' }) },
  ]);
});

test.each([
  [block('sql connection=nix'), BOTH, 'There is not a connection nix'],
  [block('sql connection=nix'), FRAMES, 'leave the connection out'],
  [block('sql'), { hasFrames: false, connections: ['sales', 'crm'] }, 'sales, crm'],
  [block('sql result=class'), BOTH, 'cannot be called class'],
  [block('sql result=print'), BOTH, 'cannot be called print'],
  [block('sql result=sales'), BOTH, 'cannot be called sales'],
  ['```sql\nselect 1', BOTH, 'cut off'],
])('%s is not run', (text, sources, told) => {
  const finishReason = text.endsWith('```') ? 'stop' : 'length';
  const action = parseAction({ text, toolCalls: [], finishReason }, { ...PYTHON, sql: sources });
  expect(action).toEqual({ type: 'malformed', message: expect.stringContaining(told) });
});

test('SQL that is shown, and SQL where nothing can be asked, do not run', () => {
  expect(read(block('sql show')).type).toBe('answer');
  expect(parseAction({ text: block('sql'), toolCalls: [], finishReason: 'stop' }).type).toBe('answer');
});

test('an observation that a model makes up after its SQL is cut off', () => {
  expect(codeOf('```sql\nselect 1\n```\nObservation:\n2')).toEqual([
    { type: 'code', source: 'select 1', language: sql() },
  ]);
});

test('a native call says that it is SQL', () => {
  const call = (args: object) => {
    const toolCalls = [{ id: 'c', name: 'execute_code', arguments: JSON.stringify(args) }];
    return parseAction({ text: '', toolCalls, finishReason: 'tool-calls' }, { ...PYTHON, sql: BOTH });
  };
  expect(call({ code: 'select 1', language: 'sql', result: 'top', connection: 'sales' })).toMatchObject({
    segments: [{ source: 'select 1', language: sql({ connection: 'sales', resultName: 'top' }) }],
  });
  expect(call({ code: 'x = 1', language: 'python' })).toMatchObject({ segments: [{ source: 'x = 1' }] });
  expect(call({ code: 'select 1', language: 'sql', connection: 'nix' }).type).toBe('malformed');
  const listed = (sources?: SqlSources) =>
    Object.keys(toToolSpecs(sources ? { ...PYTHON, sql: sources } : PYTHON)[0]?.parameters.properties ?? {});
  expect(listed()).toEqual(['code', 'cell']);
  expect(listed(FRAMES)).toEqual(['code', 'cell', 'language', 'result']);
  expect(listed(BOTH)).toEqual(['code', 'cell', 'language', 'result', 'connection']);
});

test('the system message speaks of SQL only where it runs', () => {
  const write = (...more: EventBody[]) => {
    const session = foldAll([startRun('r', 'Go'), ...more]);
    const run = session.runs[0];
    if (!run) throw new Error('There is not a run.');
    return toSystemPrompt(session, run, { nativeTools: false, format: 'fence' });
  };
  expect(write()).not.toMatch(/SQL/);
  const packages = [{ name: 'duckdb', version: '2.0.1' }];
  const frames = write({ type: 'run-packages', runId: 'r', packages });
  expect(frames).toContain('begins with ```sql result=NAME: it asks the data frames');
  expect(frames).toContain('`sql show`');
  const connections = [{ name: 'sales', kind: 'postgresql' as const, catalog: '- orders' }];
  const host: EventBody = { type: 'tool-define', runId: 'r', tools: [], origin: 'host', connections };
  expect(write(host)).toContain('```sql result=NAME connection=NAME: it asks the connection sales,');
});
