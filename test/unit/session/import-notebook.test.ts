/** A notebook file as a session: what the fold keeps of it, what the next prompt says, what an export gives back. */
import { expect, test } from 'vitest';
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import { toNotebookFile } from '../../../lib/notebook/notebook-file.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { readFileRole } from '../../../lib/session/imported.ts';
import { fromNotebook } from '../../../lib/session/notebook/from-notebook.ts';
import { type Notebook, toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { listAnswerSources } from '../../../lib/session/view/answers/list-answer-sources.ts';
import {
  endRun,
  fold,
  insertOfRun,
  printOf as print,
  ranCell,
  startRun,
} from '../../helpers/session-events.ts';

const imported = (...cells: EventBody[]) =>
  fold(
    createSession('s'),
    { type: 'session-start', title: 'sales', kernelName: 'python3' },
    { type: 'notebook-import', name: 'sales.ipynb', metadata: { authors: ['me'] } },
    ...cells,
  );
const cell = (cellId: string, source: string, more: Partial<{ cellType: 'markdown' | 'raw' }> = {}) =>
  ({
    type: 'cell-import',
    cellId,
    cellType: 'code',
    source,
    executionCount: 3,
    metadata: { tags: ['keep'] },
    ...more,
  }) satisfies EventBody;
const ask = (runId: string) => startRun(runId, 'Go on.');
const prompt = (session: Session, runId = 'r1') =>
  toMessages(session, runId)
    .slice(1)
    .map(({ content }) => content)
    .join('\n');

test('the prompt tells the cells and outputs of the file before the task, whatever became of them since', () => {
  const session = imported(
    cell('a', '# Sales', { cellType: 'markdown' }),
    cell('b', 'df = load()'),
    print('b', '12 rows'),
  );
  const edited = fold(
    session,
    { type: 'cell-edit', cellId: 'b', source: 'df = load(2)' },
    { type: 'cell-delete', cellId: 'a' },
    ask('r1'),
  );
  const text = prompt(edited);
  expect(text).toMatch(
    /sales\.ipynb" of 2 cells[\s\S]*# Sales[\s\S]*In \[3\] \(cell b\):\n```python\ndf = load\(\)\n```\nIt showed:\n12 rows[\s\S]*changed the cell In \[3\] `df = load\(\)` and has not run it\. It is now \(cell b\):\][\s\S]*load\(2\)[\s\S]*Task: Go on\./,
  );
  expect(text).not.toContain('variables are those of before');
});

test('a thousand cells, and a thousand that a person ran, are told within bounds', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `c${index}`);
  const session = imported(
    ...ids.flatMap((id) => [cell(id, `value_${id} = ${'1 + '.repeat(100)}1`), print(id, 'x'.repeat(5000))]),
  );
  expect(prompt(fold(session, ask('r1'))).length).toBeLessThan(26_000);
  expect(prompt(fold(session, ask('r1')))).toMatch(/\[… 9\d\d cells left out; read them in the file …\]/);
  const ran = fold(session, ...ids.flatMap((cellId) => ranCell(cellId, `ran ${cellId}`)), ask('r1'));
  const text = prompt(ran);
  expect(text).toContain('ran or changed 960 more cells');
  expect(text).toContain('ran c999');
  expect(text).not.toContain('ran c900\n');
  expect(text.length).toBeLessThan(70_000);
});

test('an export gives back what the session did not use: raw cells, attachments, metadata', () => {
  const attachments = { 'a.png': { 'image/png': 'aGk=' } };
  const session = imported(
    { ...cell('a', '![](attachment:a.png)', { cellType: 'markdown' }), attachments },
    cell('b', '<b>raw</b>', { cellType: 'raw' }),
    cell('c', '1 + 1'),
  );
  const notebook = toNotebook(session, '0');
  expect(notebook.metadata.authors).toEqual(['me']);
  expect(notebook.cells.map((each) => each.cell_type)).toEqual(['markdown', 'raw', 'code']);
  expect(notebook.cells[0]?.attachments).toEqual(attachments);
  expect(notebook.cells[2]?.metadata.tags).toEqual(['keep']);
  expect(notebook.cells[2]?.execution_count).toBe(3);
});

test('an export names the kernel of the file until code has run here', () => {
  const R = { name: 'ir', display_name: 'R', language: 'R' };
  const metadata = { kernelspec: R, language_info: { name: 'R', file_extension: '.r' } };
  const session = fold(
    createSession('s'),
    { type: 'session-start', title: 'sales', kernelName: 'python3' },
    { type: 'notebook-import', name: 'sales.ipynb', metadata, kernelNote: 'R is not installed.' },
    cell('a', 'library(dplyr)'),
    cell('b', '1 + 1'),
  );
  expect(toNotebook(session, '0').metadata).toMatchObject(metadata);
  expect(toNotebook(fold(session, ...ranCell('b')), '0').metadata.kernelspec).toMatchObject({
    name: 'python3',
  });
});

test('what an export of ours said of a failed cell is not said of it once it ran well', () => {
  const own = { tags: ['keep', 'raises-exception'], actbook: { role: 'code' } };
  const theirs = { tags: ['keep', 'skip-execution'] };
  const session = fold(
    imported({ ...cell('a', 'x = 1'), metadata: own }, { ...cell('b', 'y = x'), metadata: theirs }),
    ...['a', 'b'].flatMap((cellId) => ranCell(cellId)),
  );
  const tags = (use?: 'script') => toNotebook(session, '0', use).cells.map(({ metadata }) => metadata.tags);
  expect(tags()).toEqual([['keep'], ['keep', 'skip-execution']]);
  expect(tags('script')).toEqual([['keep'], ['keep']]);
});

test('of metadata that is too long, what fits is kept, the kernel before all', () => {
  const kernelspec = { name: 'ir', display_name: 'R', language: 'R' };
  const metadata = { notes: 'x'.repeat(60_000), kernelspec, more: 'x'.repeat(50_000) };
  const parts = fromNotebook({ nbformat: 4, nbformat_minor: 5, metadata, cells: [] });
  expect(Object.keys(parts.metadata)).toEqual(['kernelspec', 'more']);
});

test('widgets of Colab, whose models have no name around them, are kept', () => {
  const model = { model_name: 'FloatProgressModel', model_module: 'm', state: { value: 5 } };
  const widgets = { 'application/vnd.jupyter.widget-state+json': { w1: model } };
  const parts = fromNotebook({ nbformat: 4, nbformat_minor: 0, metadata: { widgets }, cells: [] });
  expect(parts.widgets).toMatchObject([
    { modelId: 'w1', state: { value: 5, _model_name: 'FloatProgressModel' } },
  ]);
});

test('a cell of a later version of the format is raw text here, and itself again in an export', () => {
  const quiz = { cell_type: 'quiz', id: 'q', source: 'Why?', metadata: { tags: [] }, answers: [1] };
  const parts = fromNotebook({ nbformat: 4, nbformat_minor: 7, metadata: {}, cells: [quiz] });
  const session = imported(...parts.cells.map(({ cell }) => ({ type: 'cell-import', ...cell }) as const));
  expect(session.cells[0]?.imported?.isRaw).toBe(true);
  const notebook = toNotebook(session, '0');
  expect(notebook.nbformat_minor).toBe(7);
  expect(notebook.cells[0]).toMatchObject(quiz);
  expect(toNotebook(session, '0', 'page').cells[0]?.cell_type).toBe('raw');
});

test('files that no notebook can be are refused, saying where', () => {
  const file = (cells: object[]) =>
    ({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }) as Parameters<typeof fromNotebook>[0];
  const code = { cell_type: 'code', source: '', metadata: {} };
  expect(() => fromNotebook(file([{ ...code, cell_type: 'quiz' }]))).toThrow(
    'its cell 1 is of the unknown type “quiz”',
  );
  expect(() => fromNotebook(file([code, { ...code, outputs: [{ output_type: 'smell' }] }]))).toThrow(
    /its cell 2 has an output that cannot be read/,
  );
  expect(() => fromNotebook(file([{ ...code, source: 'x'.repeat(500_001) }]))).toThrow(
    'its cell 1 is longer',
  );
  const widget = {
    model_name: 'IntSliderModel',
    model_module: '@jupyter-widgets/controls',
    state: { value: 3 },
  };
  const widgets = { 'application/vnd.jupyter.widget-state+json': { state: { w1: widget } } };
  const parts = fromNotebook({ ...file([code]), metadata: { widgets, kernelspec: { name: 'x' } } });
  expect(parts.widgets).toMatchObject([
    { modelId: 'w1', state: { value: 3, _model_name: 'IntSliderModel' } },
  ]);
  expect(parts.metadata).toEqual({ kernelspec: { name: 'x' } });
});

test('question, work and answer of an own file stay what they were, and nothing in it counts as computed here', () => {
  const step = { runId: 'r1', step: 1 };
  const session = fold(
    createSession('s'),
    { type: 'session-start', title: 'sales', kernelName: 'python3' },
    ask('r1'),
    { type: 'step-start', ...step },
    insertOfRun(step, 't', 'I count.', 'thought'),
    ...[insertOfRun(step, 'c', 'print(4)'), ...ranCell('c', '4\n')],
    insertOfRun(step, 'a', 'It is 4.', 'answer'),
    endRun('r1'),
  );
  const again = importFile(toNotebook(session, '1'));
  const roles = ({ cells }: Session) => cells.map(({ role, imported: parts }) => [role, parts?.role]);
  const was = [
    ['note', 'task'],
    ['note', 'thought'],
    ['code', undefined],
    ['note', 'answer'],
  ];
  expect(roles(again)).toEqual(was);
  expect([again.runs, again.verified, listAnswerSources(again)]).toEqual([[], null, []]);
  const sources = (each: Session) => each.cells.map(({ source }) => source);
  expect(sources(importFile(toNotebook(again, '1')))).toEqual(sources(again));
  expect(roles(importFile(toNotebook(again, '1')))).toEqual(was);
  for (const actbook of [
    { role: 'tools' },
    { role: ['task'] },
    { role: 'answer', draft: 'Draft' },
    'task',
    null,
  ])
    expect(readFileRole({ actbook })).toBeNull();
});

function importFile(notebook: Notebook): Session {
  const file = toNotebookFile(JSON.parse(JSON.stringify(notebook)));
  return imported(
    ...fromNotebook(file).cells.map((each): EventBody => ({ type: 'cell-import', ...each.cell })),
  );
}
