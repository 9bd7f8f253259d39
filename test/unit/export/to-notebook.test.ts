/** One session as a file to run and as a page to read: what stands where, and what readers are told. */
import { expect, test } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { exportMarkdown } from '../../../lib/export/export-markdown.ts';
import { exportHtml } from '../../../lib/export/html/export-html.ts';
import { exportScript } from '../../../lib/export/script/export-script.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { type NotebookUse, toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession } from '../../../lib/session/session.ts';
import { OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import { DRAFT_WORDS } from '../../../lib/session/view/layout/find-drafts.ts';
import {
  editCell,
  endRun,
  insertCell,
  insertOfRun,
  ranCell,
  startRun,
  toEvents,
} from '../../helpers/session-events.ts';

const PNG = 'iVBORw0KGgo=';
const run = { runId: 'r-1' } as const;
const insert = (cellId: string, role: 'code' | 'thought' | 'answer', source: string) =>
  insertOfRun({ ...run, step: role === 'answer' ? 2 : 1 }, cellId, source, role);
const own = (cellId: string, after?: string) => insertCell(cellId, 'own', { after });
const START: EventBody[] = [
  { type: 'session-start', title: '', kernelName: 'python3' },
  startRun('r-1', '', {
    task: { text: 'How many?', files: ['a.csv'] },
    model: { id: 'builtin', label: 'analyst', kind: 'builtin' },
  }),
];
const ask = (cellId: string): EventBody[] => [
  { type: 'cell-start', cellId },
  { type: 'input-request', cellId, requestId: `q-${cellId}`, prompt: 'Key: ', password: true },
  { type: 'input-reply', cellId, requestId: `q-${cellId}`, value: null, from: 'human' },
];
const ENDED = [endRun('r-1')];
const RUN: EventBody[] = [
  ...START,
  { ...run, type: 'step-start', step: 1 },
  insert('t-1', 'thought', 'I count.'),
  insert('c-1', 'code', 'plot()'),
  { type: 'cell-start', cellId: 'c-1' },
  {
    type: 'output-append',
    cellId: 'c-1',
    output: { output_type: 'display_data', data: { 'image/png': PNG }, metadata: {} },
  },
  { type: 'cell-end', cellId: 'c-1', status: 'ok', executionCount: 1 },
  { ...run, type: 'step-start', step: 2 },
  insert('a-1', 'answer', 'It is 7.'),
  ...ENDED,
  own('c-2'),
];

const readPage = (bodies: EventBody[]) =>
  exportHtml(write(bodies, 'page'), { title: '', tokens: '' }).split('<main>')[1] ?? '';

const write = (bodies: EventBody[], use?: NotebookUse) =>
  toNotebook(applyEvents(createSession('s'), toEvents(bodies)), '0', use);

test('a file to run keeps the order of the work; a page has the answer first, with its plot', () => {
  const ids = (use: NotebookUse) => write(RUN, use).cells.map(({ id }) => id);
  const [task = ''] = ids('notebook');
  expect(ids('notebook')).toEqual([task, 't-1', 'c-1', 'a-1', 'c-2']);
  expect(ids('script')).toEqual(ids('notebook'));
  expect(ids('page')).toEqual([task, 'a-1', 'work-r-1', 't-1', 'c-1', 'c-2']);
  expect(write(RUN, 'page').cells[1]).toMatchObject({
    source: '### Answer\n\nIt is 7.\n\n*Numbers: 0 found in the outputs, 1 without a certain source.*',
    outputs: [{ data: { 'image/png': PNG } }],
  });
});

test('the fold of a run holds its cells and those of the user among them, and nothing of the next question', () => {
  const next = (body: EventBody): EventBody => ('runId' in body ? { ...body, runId: 'r-0' } : body);
  const reason: EventBody = { ...run, type: 'step-start', step: 1 };
  const thought: EventBody = { ...run, type: 'reasoning-delta', step: 1, text: 'Hm.' };
  const quick = [...START, reason, thought, insert('a-0', 'answer', 'None.'), ...ENDED].map(next);
  const page = readPage([...quick, ...RUN.slice(1, -1), own('c-2', 't-1')]);
  const [before = '', work = ''] = page.split('<details class="work">');
  expect(page.split('<details')).toHaveLength(2);
  expect(before).toMatch(/None\.[\s\S]*It is 7\./);
  expect(work).toMatch(
    /Work <span>2 cells<[\s\S]*I count\.[\s\S]*own[\s\S]*plot[\s\S]*<\/details>\s*<\/main>/,
  );
});

test('the fold of a run says what its code came to, as the notebook does', () => {
  const toFailed = (body: EventBody): EventBody =>
    body.type === 'cell-end' ? { ...body, status: 'error' } : body;
  expect(readPage(RUN.map(toFailed))).toContain('<summary>Work <span>1 cell · 1 error</span></summary>');
});

test.each([
  ['kernel-died', 'The kernel process died.', 'The kernel process died.'],
  ['timed-out', 'Longer than 2 s.', 'Timed out: Longer than 2 s.'],
  ['interrupted', undefined, 'Interrupted.'],
  ['ok', 'Some output is missing.', 'Some output is missing.'],
] as const)('exports say how a cell ended: %s', async (status, reason, said) => {
  const end: EventBody = { type: 'cell-end', cellId: 'c-1', status, executionCount: 1, reason };
  const bodies = RUN.map((body) => (body.type === 'cell-end' && body.cellId === 'c-1' ? end : body));
  expect(readPage(bodies)).toContain(`${said}</p>`);
  expect(exportMarkdown(write(bodies, 'page'))).toContain(`*${said}*`);
  const { content } = await exportScript(write(bodies, 'script'), readConfig({ ...process.env }));
  expect(content.includes('# %% This cell did not run to its end\n')).toBe(status !== 'ok');
});

test('a page says where an output is of other code, and names no model for an answer that is not there yet', () => {
  const edited = editCell('c-1', 'draw()');
  const said = (bodies: EventBody[]) => write(bodies, 'page').cells.find(({ id }) => id === 'c-1')?.metadata;
  expect(said([...RUN, edited])).toMatchObject({ actbook: { note: OUTPUT_TEXTS.edited } });
  expect(readPage([...RUN, edited])).toContain(`${OUTPUT_TEXTS.edited}</p>`);
  expect(exportMarkdown(write([...RUN, edited], 'page'))).toContain(`*${OUTPUT_TEXTS.edited}*`);
  expect(JSON.stringify(said(RUN))).not.toContain('"note"');
  const model = 'Answered with analyst.';
  expect([RUN, RUN.slice(0, -2)].map((bodies) => readPage(bodies).includes(model))).toEqual([true, false]);
});

test('a page holds every cell once, also of a run that has no answer', () => {
  const open = RUN.slice(0, -4);
  const sorted = (use: NotebookUse) =>
    write(open, use)
      .cells.map(({ id }) => id)
      .toSorted();
  expect(sorted('page')).toEqual(sorted('notebook'));
});

test('Markdown shows the plot with the answer and in the work, and holds it once', () => {
  const text = exportMarkdown(write(RUN, 'page'));
  expect(text.match(/!\[[^\]]*\]\[picture-1\]/g)).toHaveLength(2);
  expect(text.match(/^\[picture-\d+\]: /gm)).toHaveLength(1);
  expect(text.indexOf('It is 7.')).toBeLessThan(text.indexOf('plot()'));
});

test.each([
  ['notebook', 'Data: `a.csv` (keep it in the same folder as this notebook)'],
  ['script', 'Data: `a.csv` (keep it in the same folder as this script)'],
  ['page', 'Data: `a.csv`\n'],
] as const)('a %s tells of its data what is true of it', (use, sentence) => {
  expect(write(RUN, use).cells[0]?.source).toContain(sentence);
});

test('a notebook says what its code ran in', () => {
  const info = {
    name: 'python3',
    displayName: 'Python 3',
    languageInfo: { name: 'python', version: '3.13.1' },
    implementation: 'ipython 9.17.1',
  };
  const boxed: EventBody = {
    type: 'kernel-status',
    status: 'idle',
    info: { ...info, isolation: 'box', sandboxStart: 'fork' },
  };
  expect(write([...RUN, boxed]).metadata.actbook).toMatchObject({ isolation: 'box', sandboxStart: 'fork' });
  const unboxed: EventBody = { type: 'kernel-status', status: 'idle', info: { ...info, isolation: 'none' } };
  expect(write([...RUN, unboxed]).metadata.actbook).toMatchObject({ isolation: 'none', sandboxStart: null });
});

test('a notebook whose cells ask says so at its beginning', () => {
  const asked = [...RUN, ...ask('c-2')];
  const ended = (status: 'ok' | 'error'): EventBody => ({
    type: 'cell-end',
    cellId: 'c-2',
    status,
    executionCount: 7,
  });
  const note = '*In [7] asks for input, so `jupyter execute` and `actbook exec` stop there.';
  expect(write([...asked, ended('ok')]).cells[0]?.source).toContain(note);
  for (const use of ['script', 'page'] as const)
    expect(write([...asked, ended('ok')], use).cells[0]?.source).not.toContain('for input');
  // What failed may fail again: its cell is tagged so.
  expect(write([...asked, ended('error')]).cells[0]?.source).not.toContain('for input');
  const again: EventBody[] = [{ type: 'cell-start', cellId: 'c-2' }, ended('ok')];
  expect(write([...asked, ended('ok'), ...again]).cells[0]?.source).not.toContain('for input');
});

test('a notebook that begins with a person’s code gets a cell for that', () => {
  const alone: EventBody[] = [
    { type: 'session-start', title: '', kernelName: 'python3' },
    own('c-2'),
    ...ask('c-2'),
    ...ranCell('c-2').slice(1),
  ];
  const { cells } = write(alone);
  expect(cells.map(({ id, cell_type }) => [id, cell_type])).toEqual([
    ['rerun-note', 'markdown'],
    ['c-2', 'code'],
  ]);
});

test('pages and Markdown say which code the user refused or changed before it ran', () => {
  const decide = (cellId: string, reply: { decision: 'edit' | 'refuse'; source?: string }): EventBody[] => [
    { type: 'approval-request', cellId, requestId: cellId, reasons: [], source: 'x = 1' },
    { type: 'approval-reply', cellId, requestId: cellId, from: 'human', ...reply },
  ];
  const reason = 'The user refused to run this code. Their reason: Not <b>*now*</b>.';
  const decided = write([
    ...START,
    { ...run, type: 'step-start', step: 1 },
    insert('c-1', 'code', 'x = 1'),
    ...decide('c-1', { decision: 'edit', source: 'x = 2' }),
    ...ranCell('c-1'),
    insert('c-2', 'code', 'drop()'),
    ...decide('c-2', { decision: 'refuse' }),
    { type: 'cell-end', cellId: 'c-2', status: 'aborted', executionCount: null, reason },
    insert('c-3', 'code', 'x = 3'),
  ]);
  const markdown = exportMarkdown(decided);
  expect(markdown).toContain('```python\nx = 2\n```\n\n*The user changed this code before it ran.*');
  expect(markdown).toContain(
    'drop()\n```\n\n*The user refused to run this code. Their reason: Not \\<b\\>\\*now\\*',
  );
  expect(markdown.match(/The user/g)).toHaveLength(2);
  const page = exportHtml(decided, { title: '', tokens: '' });
  expect(page).toContain('<p class="output facts">The user changed this code before it ran.</p>');
  expect(page).toContain('Their reason: Not &lt;b&gt;*now*');
});

test('what is not the answer it was to be is folded and marked in every export, and in no script', async () => {
  const step = (at: number) => ({ ...run, step: at });
  const answer = (cellId: string, at: number, role: 'answer' | 'thought', source: string) =>
    insertOfRun(step(at), cellId, source, role);
  const usage = { promptTokens: 0, completionTokens: 0, estimated: true };
  const bodies: EventBody[] = [
    ...START,
    { type: 'step-start', ...step(1) },
    { type: 'review-start', ...step(1) },
    { type: 'review-end', ...step(1), verdict: 'returned', text: '7 is in no output', usage },
    answer('a-1', 1, 'thought', '**Seven** </details>.'),
    { type: 'step-start', ...step(2) },
    answer('a-2', 2, 'answer', '**Eight**.'),
    { type: 'run-steer', ...run, cellId: 's-1', step: 2, text: 'In 2023 only.' },
    { type: 'step-start', ...step(3) },
    answer('a-3', 3, 'answer', '**Three**.'),
    ...ENDED,
  ];
  const notebook = write(bodies, 'notebook').cells.map(({ source }) => source);
  const seven = `<details><summary>${DRAFT_WORDS.returned}</summary>\n\n**Seven** &lt;/details>.\n\n</details>`;
  const eight = `<details><summary>${DRAFT_WORDS.overtaken}</summary>\n\n**Eight**.\n\n</details>`;
  expect(notebook).toEqual(expect.arrayContaining([seven, eight]));
  const markdown = exportMarkdown(write(bodies, 'page'));
  expect([seven, eight].map((each) => markdown.includes(each))).toEqual([true, true]);
  const page = readPage(bodies);
  expect(page).toMatch(/<details><summary>Draft of an answer, sent back<\/summary><p><strong>Seven/);
  expect(page).toMatch(/<details><summary>Answer before[^<]*<\/summary><p><strong>Eight/);
  for (const text of [notebook.join('\n'), markdown, page])
    expect(text.match(/Answer(?=\n\n|<\/h\d)/g)).toHaveLength(1);
  const { content } = await exportScript(write(bodies, 'script'), readConfig({ ...process.env }));
  expect(content).toMatch(/Three/);
  expect(content).not.toMatch(/Seven|Eight/);
});

test('dollars of an answer stay dollars, and formulas stay formulas', () => {
  const source = 'From $5 to \\$6: $x^2$, `$a` and \\(y\\).';
  const bodies = RUN.map((body) =>
    body.type === 'cell-insert' && body.cellId === 'a-1' ? { ...body, source } : body,
  );
  const read = (use: NotebookUse) => write(bodies, use).cells.find(({ id }) => id === 'a-1')?.source;
  const [alone, escaped] = ['<span>&#36;</span>', '\\$'];
  expect(read('notebook')).toContain(`From ${alone}5 to ${alone}6: $x^2$, \`$a\` and $y$.`);
  expect(read('page')).toContain(`From ${escaped}5 to ${escaped}6: $x^2$, \`$a\` and $y$.`);
  expect(readPage(bodies)).toMatch(/From \$5 to \$6: .*<math.*<code>\$a<\/code>.*<math/s);
  const own = insertCell('o', '$x$ $5', { cellType: 'markdown' });
  expect(write([...RUN, own], 'notebook').cells.at(-1)?.source).toBe('$x$ $5');
});
