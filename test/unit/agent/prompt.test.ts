import { expect, test } from 'vitest';
import { toMessages } from '../../../lib/agent/prompt/prompt.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import type { Session } from '../../../lib/session/session.ts';
import {
  endRun,
  foldAll as fold,
  insertCell,
  insertOfRun,
  ranCell,
  replyOf,
  startRun as start,
} from '../../helpers/session-events.ts';

/** One step whose only cell printed `output`. */
function step(runId: string, index: number, text: string, output: string, toolCallId?: string): EventBody[] {
  const cellId = `${runId}-c${index}`;
  const call = toolCallId === undefined ? {} : { toolCallId };
  const toolCalls =
    toolCallId === undefined ? [] : [{ id: toolCallId, name: 'execute_code', arguments: '{}' }];
  const at = { runId, step: index };
  const code = { ...insertOfRun(at, cellId, 'print()'), ...call };
  return [...replyOf(at, text, { toolCalls }), code, ...ranCell(cellId, output)];
}

test('what was rebuilt and lost again does not pass for defined', () => {
  const names = [{ name: 'df', type: 'DataFrame' }];
  const gone = (reason: string): EventBody[] => [
    { type: 'kernel-status', status: 'none', stateLost: true, reason },
    { type: 'kernel-status', status: 'idle' },
  ];
  const session = fold([
    start('r1', 'Load it'),
    ...step('r1', 1, 'Loading.', 'loaded'),
    { type: 'kernel-names', names },
    endRun('r1'),
    ...gone('It died.'),
    { type: 'rebuild-start', cellIds: ['r1-c1'] },
    { type: 'rebuild-step', cellId: 'r1-c1' },
    { type: 'kernel-names', names },
    { type: 'rebuild-end', status: 'ok' },
    ...gone('It died again.'),
    start('r2', 'Go on'),
  ]);
  const text = JSON.stringify(toMessages(session, 'r2', {}));
  expect(text).not.toContain('Defined again');
  expect(text).toContain('Gone: df');
});

test('the system message names kernel, files and functions, and stays the same from step to step', () => {
  const languageInfo = { name: 'python', version: '3.11.2' };
  const info = { name: 'python3', displayName: 'Python 3', implementation: 'ipython 9', languageInfo };
  const session = fold([
    { type: 'kernel-status', status: 'idle', info },
    { type: 'file-add', name: 'a.csv', bytes: 2048, blob: 'x', origin: 'upload' },
    start('r', '', { task: { text: 'Go', files: ['a.csv'] } }),
    { type: 'tool-define', runId: 'r', tools: [{ name: 'f', signature: 'f(x)', doc: 'Does f.' }] },
  ]);
  const [system, task] = toMessages(session, 'r');
  expect(system?.content).toContain('Python 3.11.2');
  expect(system?.content).toContain('- a.csv (2.0 KB)');
  expect(system?.content).toContain('- f(x)\n    Does f.');
  expect(task).toEqual({ role: 'user', content: 'Task: Go\n\nFiles: a.csv' });
  const later = fold(step('r', 1, 'Now', '1'), session);
  expect(toMessages(later, 'r').slice(0, 2)).toEqual([system, task]);
});

test('the system message states the versions that are known, also in the next run, and no others', () => {
  const readSystem = (session: Session, runId: string) => toMessages(session, runId)[0]?.content;
  const unknown = fold([start('r1', 'Go')]);
  expect(readSystem(unknown, 'r1')).toContain('kernel (Python) and');
  expect(readSystem(unknown, 'r1')).not.toContain('Installed');
  const packages = [
    { name: 'pandas', version: '3.0.1' },
    { name: 'statsmodels', version: '0.14.5' },
  ];
  const first = fold(
    [{ type: 'run-packages', runId: 'r1', packages }, ...step('r1', 1, 'Now', '1')],
    unknown,
  );
  expect(readSystem(first, 'r1')).toMatch(
    /\n- Installed: pandas 3\.0\.1, statsmodels 0\.14\.5\. Not installed: sympy, [^.]*xgboost\. Write/,
  );
  const second = fold([endRun('r1'), start('r2', 'Go on')], first);
  expect(readSystem(second, 'r2')).toBe(readSystem(first, 'r1'));
  const other = fold([{ type: 'run-packages', runId: 'r2', packages: [] }], second);
  expect(readSystem(other, 'r2')).not.toContain('Installed');
});

test('reasoning in think tags does not come back', () => {
  const session = fold([start('r', 'Go'), ...step('r', 1, '<think>secret</think>\nI print.', '1')]);
  expect(toMessages(session, 'r')[2]).toEqual({ role: 'assistant', content: 'I print.' });
});

test('user messages that follow one another become one', () => {
  const message = 'Nothing usable.';
  const session = fold([
    start('r', 'Go'),
    ...replyOf({ runId: 'r', step: 1 }, '', { action: 'malformed' }),
    { type: 'action-error', runId: 'r', step: 1, message },
  ]);
  expect(toMessages(session, 'r').slice(1)).toEqual([{ role: 'user', content: `Task: Go\n\n${message}` }]);
});

test('tool calls of an earlier run become text for a model without tools', () => {
  const session = fold([start('r', 'Go'), ...step('r', 1, 'I print.', '1', 'c1')]);
  expect(toMessages(session, 'r', { nativeTools: true }).slice(2)).toEqual([
    {
      role: 'assistant',
      content: 'I print.',
      toolCalls: [{ id: 'c1', name: 'execute_code', arguments: '{}' }],
    },
    { role: 'tool', toolCallId: 'c1', content: 'In [1] (cell r-c1)\n1' },
  ]);
  expect(toMessages(session, 'r').slice(2)).toEqual([
    { role: 'assistant', content: 'I print.\n\n```python\nprint()\n```' },
    { role: 'user', content: 'Observation In [1] (cell r-c1):\n1' },
  ]);
});

test('a cell that a person ran is told in its place', () => {
  const own = [insertCell('h', 'x = 2'), ...ranCell('h')];
  const session = fold([start('r1', 'First'), endRun('r1'), ...own, start('r2', 'Second')]);
  const content = String(toMessages(session, 'r2')[1]?.content);
  expect(content).toMatch(/First[\s\S]*The user ran this cell:\n```python\nx = 2\n```[\s\S]*Second/);
});

test('the prompt says that every number of the answer must come from an output', () => {
  const [system] = toMessages(fold([start('r', 'How many?')]), 'r');
  expect(system?.content).toContain('A number without a reference must come from an output you have seen');
});
