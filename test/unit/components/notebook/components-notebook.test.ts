import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CELL_PART_TEXTS } from '../../../../components/notebook/cells/cell-part-texts.ts';
import { CellCalls } from '../../../../components/notebook/cells/code/cell-calls.tsx';
import { CellInputs } from '../../../../components/notebook/cells/code/cell-inputs.tsx';
import { COMPACTED, CompactionNote } from '../../../../components/notebook/view/compaction-note.tsx';
import {
  describeActivity,
  describeProgress,
} from '../../../../components/notebook/view/describe-activity.ts';
import { VIEW_TEXTS } from '../../../../components/notebook/view/view-texts.ts';
import type { EventBody } from '../../../../lib/protocol/events/event.ts';
import { NO_USAGE } from '../../../../lib/protocol/runs/usage.ts';
import { findActiveRun, type Session } from '../../../../lib/session/session.ts';
import { OUTPUT_TEXTS } from '../../../../lib/session/view/cells/describe-output.ts';
import { DRAFT_WORDS } from '../../../../lib/session/view/layout/find-drafts.ts';
import {
  CELL,
  draw,
  drawImported,
  drawOutputs,
  fold,
  RUN,
  say,
} from '../../../helpers/page/drawn-notebook.ts';
import { editCell, foldAll, insertOfRun, printOf, ranCell } from '../../../helpers/session-events.ts';

test('a reply is drawn as it arrives and replaced by the cells it became', () => {
  const draft = draw(fold([...RUN, say('Counting.\n\n```python\nlen(rows)\n')]));
  expect(draft).toContain('Counting.');
  const cells = draw(fold([...RUN, say('Counting.'), ...CELL]));
  expect(cells).not.toContain('Counting.');
  expect(cells).toContain('In [*]');
});

test('markup in what the model or the kernel wrote is text', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const reply = draw(fold([...RUN, say(hostile)]));
  const outputs = drawOutputs(fold([...RUN, ...CELL, printOf('c-1', hostile)]));
  for (const html of [reply, outputs]) {
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img');
  }
});

test('the activity says what is happening', () => {
  const describe = (events: EventBody[]) => {
    const session = fold(events);
    return describeActivity(session, findActiveRun(session) ?? expect.fail('no run is active'));
  };
  expect(describe(RUN)).toBe(VIEW_TEXTS.waiting(VIEW_TEXTS.theModel));
  expect(describe([...RUN, say('I')])).toBe(VIEW_TEXTS.writing(VIEW_TEXTS.theModel));
  expect(describe([...RUN, ...CELL])).toBe(VIEW_TEXTS.cellRunning);
  const request = { requestId: 'q', prompt: 'Name? ', password: false };
  expect(describe([...RUN, ...CELL, { type: 'input-request', cellId: 'c-1', ...request }])).toBe(
    VIEW_TEXTS.waitsForYou('In [*]', 'answer'),
  );
  expect(describe([...RUN, { type: 'kernel-status', status: 'starting' }])).toBe(VIEW_TEXTS.kernelStarting);
});

test('an input request has a field until it is answered, and the cell says if nobody answered', () => {
  const request = { requestId: 'q', prompt: 'Key? ', password: true };
  const asked = fold([...RUN, ...CELL, { type: 'input-request', cellId: 'c-1', ...request }]);
  expect(drawOutputs(asked)).toContain('Key? ');
  const { pendingInputs } = asked.cells.find(({ id }) => id === 'c-1') ?? expect.fail('the cell is gone');
  // Loaded when a cell asks.
  const field = renderToStaticMarkup(createElement(CellInputs, { requests: pendingInputs, isAgain: false }));
  expect(field).toMatch(/<input[^>]* type="password"[^>]* aria-label="Key\?"/);
  const reply: EventBody = {
    type: 'input-reply',
    cellId: 'c-1',
    requestId: 'q',
    value: null,
    from: 'nobody',
  };
  const reason = 'Nobody was there.';
  const end = { type: 'cell-end', cellId: 'c-1', status: 'error', executionCount: 1, reason } as const;
  const ended = draw(foldAll([reply, end], asked));
  expect(ended).toContain(reason);
  expect(ended).not.toContain('<input');
});

test('cells that run in a batch show their progress', () => {
  const cellIds = ['c-1', 'c-2', 'c-3'];
  const batch: EventBody[] = [...CELL, { type: 'batch-start', scope: 'all', cellIds }];
  expect(describeProgress(fold(batch))).toBe(VIEW_TEXTS.progress(1, 3));
  const rebuild: EventBody[] = [
    { type: 'rebuild-start', cellIds },
    { type: 'rebuild-step', cellId: 'c-1' },
  ];
  expect(describeProgress(fold(rebuild))).toBe(VIEW_TEXTS.progress(2, 3));
  expect(describeProgress(fold([...rebuild, { type: 'rebuild-end', status: 'ok' }]))).toBe('');
});

test('summarized steps leave one line that opens to the summary', () => {
  const summary = {
    upTo: { runId: 'r-1', step: 1 },
    text: 'The table has **344** rows.',
    by: 'rules',
    reason: 'No words came.',
    usage: { promptTokens: 1, completionTokens: 1, estimated: false },
  } as const;
  const html = renderToStaticMarkup(createElement(CompactionNote, { summary }));
  expect(html).toContain(`<summary>${COMPACTED}</summary>`);
  // As it was written: words are drawn once their parser has come.
  expect(html).toContain('The table has **344** rows.');
  expect(html).toContain('No words came.');
});

test('a tool call that waits for approval says so', () => {
  const call = { cellId: 'c-1', callId: 'k-1', name: 'shop.order', arguments: '{}' };
  const request = { cellId: 'c-1', callId: 'k-1', reasons: ['It buys.'], source: 'shop.order()' };
  const line = `${CELL_PART_TEXTS.calls(1)}: shop.order`;
  const called: EventBody[] = [...RUN, ...CELL, { type: 'tool-call-start', ...call }];
  // It is loaded with the first call of a notebook.
  const drawCalls = (session: Session) => {
    const [cell] = session.cells.filter(({ id }) => id === 'c-1');
    const { calls = [], pendingApprovals: approvals = [] } = cell ?? {};
    return renderToStaticMarkup(createElement(CellCalls, { calls, approvals }));
  };
  expect(drawCalls(fold(called))).toContain(`${line} ${CELL_PART_TEXTS.callState('shop.order', 'running')}`);
  const far = { progress: 1_240_000, message: '1,240,000 rows, 96.0 MB' };
  const { cellId, callId } = call;
  const progressed = fold([...called, { type: 'tool-call-progress', cellId, callId, ...far }]);
  expect(drawCalls(progressed)).toMatch(/shop\.order: 1,240,000 rows, 96\.0 MB, \d/);
  const end = { type: 'tool-call-end', cellId, callId, status: 'ok' } as const;
  expect(drawCalls(foldAll([end], progressed))).not.toContain('1,240,000 rows');
  const waiting = drawCalls(fold([...called, { type: 'approval-request', requestId: 'q', ...request }]));
  expect(waiting).toContain(
    `${line} ${CELL_PART_TEXTS.callState('shop.order', CELL_PART_TEXTS.waitsForApproval)}`,
  );
});

test('an output of the notebook file says so once a cell above it has run with other code', () => {
  const imported = (cellId: string, source: string): EventBody[] => [
    { type: 'cell-import', cellId, cellType: 'code', source, executionCount: 9, metadata: {} },
    printOf(cellId, 'sum 1234.5'),
  ];
  const file = fold([
    { type: 'notebook-import', name: 'sales.ipynb', metadata: {} },
    ...imported('a', 'total = sum(prise)'),
    ...imported('b', 'print("sum", total)'),
    ...imported('c', 'print("sum")'),
  ]);
  expect(draw(file)).not.toContain(OUTPUT_TEXTS.fromFile);
  const html = draw(foldAll([editCell('a', 'total = sum(price)'), ...ranCell('a')], file));
  expect(html.split(OUTPUT_TEXTS.stale('total'))).toHaveLength(2);
  expect(html.split(OUTPUT_TEXTS.fromFile)).toHaveLength(2);
});

test('a question and an answer of an own notebook file look like them, and are not an answer of this notebook', () => {
  const own = (cellId: string, role: string): EventBody => {
    const [cellType, executionCount, source] = ['markdown', null, `### ${role}`] as const;
    const metadata = { actbook: { role } };
    return { type: 'cell-import', cellId, cellType, source, executionCount, metadata };
  };
  const file = [
    { type: 'notebook-import', name: 'sales.ipynb', metadata: {} },
    own('a', 'task'),
    own('b', 'answer'),
  ];
  const session = fold(file as EventBody[]);
  expect(drawImported(session)).toMatch(/data-file-role="task".*data-file-role="answer"/s);
  expect(draw(session)).not.toContain('aria-label="Answer"');
});

test('a note of the notebook file shows its picture, whose name is percent-encoded in the link', () => {
  const attachments = { 'my plot (1).png': { 'image/png': 'aGk=' } };
  const source = '![Plot](attachment:my%20plot%20(1).png)';
  const note = { type: 'cell-import', cellType: 'markdown', source, attachments } as const;
  const file = fold([
    { type: 'notebook-import', name: 'sales.ipynb', metadata: {} },
    { ...note, cellId: 'a', executionCount: null, metadata: {} },
  ]);
  expect(drawImported(file)).toContain('![Plot](data:image/png;base64,aGk=)');
});

test('what was to be an answer and is not is folded: sent back, or overtaken by a message', () => {
  const at = { runId: 'r-1', step: 1 };
  const returned: EventBody[] = [
    ...RUN,
    { type: 'review-start', ...at },
    { type: 'review-end', ...at, verdict: 'returned', text: 'No.', usage: NO_USAGE },
    insertOfRun(at, 't-1', 'There are 41.', 'thought'),
  ];
  const overtaken: EventBody[] = [
    ...RUN,
    insertOfRun(at, 'a-1', 'There are 41.', 'answer'),
    { type: 'run-steer', runId: 'r-1', cellId: 's-1', step: 1, text: 'In 2023 only.' },
  ];
  for (const [events, words] of [
    [returned, DRAFT_WORDS.returned],
    [overtaken, DRAFT_WORDS.overtaken],
  ] as const) {
    const html = draw(fold(events));
    expect(html).toMatch(new RegExp(`<details[^>]*><summary>${words}</summary>.*There are 41\\.`));
    expect(html).not.toContain('data-kind="Answer"');
  }
});

test('while the app compares an answer with the notebook, the answer is a draft; found faults are escaped', () => {
  const at = { runId: 'r-1', step: 1 };
  const begun: EventBody[] = [
    ...RUN,
    say('There are 412.5.'),
    { type: 'step-end', ...at, action: 'answer', finishReason: 'stop', toolCalls: [], usage: NO_USAGE },
    { type: 'review-start', ...at },
  ];
  const session = fold(begun);
  const run = findActiveRun(session);
  expect(run && describeActivity(session, run)).toBe(VIEW_TEXTS.verifying);
  expect(draw(session)).toContain('There are 412.5.');
  expect(draw(session)).toContain(VIEW_TEXTS.appVerifies);
  const end = { type: 'review-end', ...at, usage: NO_USAGE } as const;
  const fine = fold([...begun, { ...end, verdict: 'approved', text: '' }]);
  expect(fine.cells.map(({ role }) => role)).toEqual(['task']);
  expect(fine.runs[0]?.steps[0]?.review).toBeUndefined();
  const found = fold([...begun, { ...end, verdict: 'returned', text: 'Not in any output: “$4”.\nMore.' }]);
  expect(found.cells.at(-1)?.source).toBe(
    '*Compared with the notebook and sent back:*\n\n- Not in any output: “\\$4”.\n- More.',
  );
});
