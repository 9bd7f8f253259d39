import { expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import type { Outcome } from '../../../lib/protocol/runs/run.ts';
import { NO_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, findActiveRun, type Session } from '../../../lib/session/session.ts';
import { endRun, insertOfRun, printOf, replyOf, startRun, toEvents } from '../../helpers/session-events.ts';

const fold = (bodies: EventBody[], from: Session = createSession('s')) =>
  applyEvents(from, toEvents(bodies, from.seq));

const model = { id: 'builtin', label: 'built-in analyst (no language model)', kind: 'builtin' } as const;
const STEP = { runId: 'r-1', step: 1 };
const runStart = startRun('r-1', 'How many?', { model });
const insert = (cellId: string, source: string) => insertOfRun(STEP, cellId, source);
const end = (
  cellId: string,
  status: 'ok' | 'error' | 'kernel-died',
  executionCount: number | null,
): EventBody => ({ type: 'cell-end', cellId, status, executionCount });

const [stepStart, firstWords, stepEnd] = replyOf(STEP, 'Let me ', {
  usage: { ...NO_USAGE, promptTokens: 5 },
});
const story = [
  { type: 'session-start', title: '', kernelName: 'python3' } as const,
  ...[runStart, stepStart, firstWords, { type: 'text-delta', ...STEP, text: 'look.' } as const, stepEnd],
  ...[insert('c-1', 'print(1)'), { type: 'cell-start', cellId: 'c-1' } as const],
  ...[printOf('c-1', '1'), printOf('c-1', '\n'), end('c-1', 'ok', 1)],
].filter((body) => body !== undefined);

test('a run unfolds into steps and cells', () => {
  const session = fold(story);
  expect(session.seq).toBe(story.length);
  expect(session.cells.map(({ role, source, status }) => [role, source, status])).toEqual([
    ['task', 'How many?', 'idle'],
    ['code', 'print(1)', 'ok'],
  ]);
  expect(session.cells[1]).toMatchObject({
    outputs: [{ output_type: 'stream', text: '1\n' }],
    executionCount: 1,
    kernelId: 'k-1',
  });
  expect(session.runs[0]?.steps[0]).toMatchObject({ text: 'Let me look.', action: 'code', cellIds: ['c-1'] });
  expect(findActiveRun(session)?.id).toBe('r-1');
  expect(findActiveRun(fold([endRun('r-1')], session))).toBeNull();
});

test('folding in two parts gives the same as folding at once, and what did not change keeps its identity', () => {
  const whole = fold(story);
  for (let cut = 0; cut <= story.length; cut++) {
    const events = toEvents(story);
    expect(applyEvents(fold(story.slice(0, cut)), events.slice(cut))).toEqual(whole);
  }
  const next = fold([insert('c-2', 'x'), printOf('c-2', 'y')], whole);
  expect(next.cells[1]).toBe(whole.cells[1]);
});

test('an idle kernel is busy while a cell runs', () => {
  const statuses: string[] = [];
  let session = createSession('s');
  for (const body of [{ type: 'kernel-status', status: 'idle' } as const, ...story]) {
    session = fold([body], session);
    if (body.type.startsWith('cell-')) statuses.push(session.kernel.status);
  }
  expect(statuses).toEqual(['idle', 'busy', 'idle']);
});

test('losing the kernel is remembered until a run that began afterwards has ended', () => {
  const lost = fold([...story, { type: 'kernel-status', status: 'none', stateLost: true, reason: 'Gone.' }]);
  expect(lost.kernel).toMatchObject({ status: 'none', lost: 'Gone.', id: 'k-2' });
  const sameRun = fold([endRun('r-1')], lost);
  expect(sameRun.kernel.lost).toBe('Gone.');
  expect(fold([startRun('r-2'), endRun('r-2')], sameRun).kernel).toMatchObject({ lost: null, id: 'k-2' });
});

test('a display is updated wherever it was shown', () => {
  const shown = (cellId: string): EventBody => ({
    type: 'output-append',
    cellId,
    output: { output_type: 'display_data', data: { 'text/plain': 'old' }, metadata: {}, displayId: 'd' },
  });
  const session = fold([
    ...story,
    insert('c-2', 'display'),
    shown('c-1'),
    shown('c-2'),
    { type: 'output-update', displayId: 'd', data: { 'text/plain': 'new' }, metadata: {} },
  ]);
  for (const cell of session.cells.slice(1)) {
    expect(cell.outputs.at(-1)).toMatchObject({ data: { 'text/plain': 'new' } });
  }
});

test('the notebook has the cells, the run facts, and tags that let it rerun past failures', () => {
  const session = fold([
    ...story,
    insert('c-2', '1/0'),
    { type: 'cell-start', cellId: 'c-2' },
    end('c-2', 'error', 2),
    insert('c-3', 'while True: pass'),
    { type: 'cell-start', cellId: 'c-3' },
    end('c-3', 'kernel-died', null),
    endRun('r-1'),
  ]);
  const notebook = toNotebook(session, '1.2.3');
  expect(notebook.cells.map(({ metadata }) => metadata.tags)).toEqual([
    undefined,
    undefined,
    ['raises-exception'],
    ['skip-execution'],
  ]);
  expect(notebook.cells[0]?.source).toContain('built-in analyst (no language model)');
  expect(notebook.metadata.actbook).toMatchObject({
    version: '1.2.3',
    runs: [{ id: 'r-1', usage: { promptTokens: 5 }, limits: DEFAULT_LIMITS }],
  });
});

test('what arrives after the end of a cell stays with it, marked', () => {
  const session = fold([...story, insert('c-2', 'next'), printOf('c-1', 'late\n')]);
  const [, cell, next] = session.cells;
  expect(cell).toMatchObject({ status: 'ok', hasLateOutput: true, outputs: [{ text: '1\nlate\n' }] });
  expect(next?.outputs).toEqual([]);
  const again = fold([{ type: 'cell-start', cellId: 'c-1' }], session).cells[1];
  expect(again).toMatchObject({ hasLateOutput: false, outputs: [] });
  expect(toNotebook(session, '1').cells[1]?.metadata.actbook).toMatchObject({ hasLateOutput: true });
});

test('what code asks stands in its output as on a terminal, open until answered or ended', () => {
  const ask = (requestId: string, prompt: string, password = false): EventBody => ({
    type: 'input-request',
    cellId: 'c-2',
    requestId,
    prompt,
    password,
  });
  const answer = (
    requestId: string,
    value: string | null,
    from: 'human' | 'nobody' = 'human',
  ): EventBody => ({
    type: 'input-reply',
    cellId: 'c-2',
    requestId,
    value,
    from,
  });
  const asked = fold([
    ...story,
    insert('c-2', 'x'),
    { type: 'cell-start', cellId: 'c-2' },
    ask('q-1', 'a? '),
  ]);
  expect(asked.cells[2]).toMatchObject({
    outputs: [{ name: 'stdout', text: 'a? ' }],
    pendingInputs: [{ requestId: 'q-1', prompt: 'a? ', password: false }],
  });
  const answered = fold([answer('q-1', '7'), ask('q-2', 'Key: ', true), answer('q-2', null)], asked);
  expect(answered.cells[2]?.pendingInputs).toEqual([]);
  const more = fold([ask('q-3', ''), answer('q-3', null, 'nobody'), ask('q-4', 'b? ')], answered);
  expect(more.cells[2]?.outputs).toEqual([
    { output_type: 'stream', name: 'stdout', text: 'a? 7\nKey: ········\n\nb? ' },
  ]);
  expect(fold([end('c-2', 'kernel-died', null)], more).cells[2]?.pendingInputs).toEqual([]);
  expect(toNotebook(more, '1').cells[2]?.outputs).toMatchObject([{ text: expect.stringContaining('a? 7') }]);
});

test('widgets become metadata of the notebook', () => {
  const update = (state: Record<string, unknown>, data?: string): EventBody => ({
    type: 'widget-update',
    modelId: 'm-1',
    state,
    buffers: data === undefined ? [] : [{ path: ['value'], encoding: 'base64', data }],
  });
  const made = { _model_name: 'ImageModel', _model_module: 'm', _model_module_version: '2', a: 1 };
  const session = fold([...story, update(made, 'AA=='), update({ a: 2 }, 'BB==')]);
  expect(toNotebook(session, '1').metadata.widgets).toEqual({
    'application/vnd.jupyter.widget-state+json': {
      version_major: 2,
      version_minor: 0,
      state: {
        'm-1': {
          model_name: 'ImageModel',
          model_module: 'm',
          model_module_version: '2',
          state: { ...made, a: 2 },
          buffers: [{ path: ['value'], encoding: 'base64', data: 'BB==' }],
        },
      },
    },
  });
  expect(toNotebook(fold(story), '1').metadata).not.toHaveProperty('widgets');
});

test('a wait for the model server is known until its next word; warnings and the sum-up are kept', () => {
  const at = { runId: 'r-1', step: 1 };
  const waiting = fold([
    runStart,
    { type: 'step-start', ...at, purpose: 'sum-up' },
    { type: 'model-wait', ...at, until: 5000, reason: 'It is busy.' },
  ]);
  expect(waiting.runs[0]?.steps[0]).toMatchObject({
    purpose: 'sum-up',
    wait: { until: 5000, reason: 'It is busy.' },
  });
  const warning = { step: 1, budget: 'tokens', used: 80, limit: 100 } as const;
  const later = fold(
    [
      { type: 'text-delta', ...at, text: 'So far ' },
      { type: 'budget-warning', runId: 'r-1', ...warning },
      { ...insertOfRun(at, 'a', '5', 'answer'), isPartial: true },
    ],
    waiting,
  );
  expect(later.runs[0]?.steps[0]).not.toHaveProperty('wait');
  expect(later.runs[0]?.budgetWarnings).toEqual([warning]);
  expect(toNotebook(later, '0').cells.at(-1)?.source).toBe('### Partial answer\n\n5');
});

test('an exported notebook says which question has no answer', () => {
  const said = insertOfRun(STEP, 'c-9', 'No such column.', 'answer');
  const read = (outcome: Outcome) => {
    const { cells } = toNotebook(fold([runStart, said, endRun('r-1', outcome)]), '0');
    return cells.map(({ source }) => String(source)).join('\n');
  };
  const given = read({ status: 'stopped', reason: 'no-answer', message: 'It could not.' });
  expect(given).toContain('*Not answered with');
  expect(given).toContain('### Not answered\n\nNo such column.');
  expect(read({ status: 'stopped', reason: 'cancelled', message: 'Stopped.' })).toContain('*Stopped while ');
  expect(read({ status: 'answered' })).toContain('### Answer\n\nNo such column.');
});
