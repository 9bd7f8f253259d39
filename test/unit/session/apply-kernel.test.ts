import { expect, test } from 'vitest';
import { describeRebuild } from '../../../components/pages/session/notices/describe-rebuild.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { describeNames } from '../../../lib/session/kernel-names.ts';
import { isAlive, type Session } from '../../../lib/session/session.ts';
import { isOfEarlierKernel } from '../../../lib/session/view/cells/describe-output.ts';
import {
  endRun,
  foldAll as fold,
  insertCell,
  loseKernel as lose,
  nameVariables as names,
  ranCell,
  startRun,
} from '../../helpers/session-events.ts';

const toNames = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const cell = (cellId: string): EventBody[] => [insertCell(cellId), ...ranCell(cellId)];

test('a kernel names the one whose place it took, and has not run the cells of that one', () => {
  const { kernels, cells } = fold([...cell('c-1'), names('a'), lose('One.'), names('b'), lose('Two.')]);
  expect(kernels).toMatchObject([
    { id: 'k-1', parent: null, loss: { reason: 'One.', names: [{ name: 'a' }] } },
    { id: 'k-2', parent: 'k-1', loss: { reason: 'Two.', names: [{ name: 'b' }] } },
    { id: 'k-3', parent: 'k-2', loss: null },
  ]);
  expect(cells.map((each) => kernels.map(({ id }) => isAlive(each, id)))).toEqual([[true, false, false]]);
});

const NO_FILES = { names: [], count: 0 };
const goBack = (cellId: string, reason = 'Back.'): EventBody => ({
  type: 'kernel-status',
  status: 'idle',
  stateLost: true,
  back: { cellId, files: NO_FILES },
  reason,
});

test('a kernel that goes back to before a cell has what ran by then, in the order in which it ran', () => {
  const run = ranCell;
  // The second cell ran again last.
  const ran = fold([...cell('c-1'), ...cell('c-2'), ...cell('c-3'), ...run('c-2'), names('a', 'b', 'c')]);
  const { kernel, kernels, cells } = fold([goBack('c-3'), names('a', 'b')], ran);
  expect(cells.map((each) => isAlive(each, kernel.id))).toEqual([true, false, false]);
  expect(cells.map(({ isTakenBack }) => isTakenBack)).toEqual([undefined, true, true]);
  expect(kernel).toMatchObject({ id: 'k-2', lost: null, lostNames: [] });
  expect(toNames(kernel.names)).toEqual(['a', 'b']);
  expect(kernels.at(-1)).toMatchObject({ parent: 'k-1', back: { cellId: 'c-3' } });
  const again = fold([...run('c-3')], fold([goBack('c-3')], ran));
  expect(again.cells.map((each) => isAlive(each, 'k-2'))).toEqual([true, false, true]);
  expect(again.cells[2]?.isTakenBack).toBeUndefined();
  // And once more: what was held is held by the next.
  const twice = fold([goBack('c-3')], again);
  expect(twice.cells.map((each) => isAlive(each, 'k-3'))).toEqual([true, false, false]);
});

test('a crash that is taken back loses nothing; a loss from before it stays', () => {
  const before = fold([...cell('c-0'), names('z'), lose('One.')]);
  const ran = fold([...cell('c-1'), names('a'), ...cell('c-2'), names('a', 'b'), lose('Crash.')], before);
  const { kernel, kernels, cells } = fold([goBack('c-2'), names('a')], ran);
  expect(kernels.map(({ id, parent }) => [id, parent])).toEqual([
    ['k-1', null],
    ['k-2', 'k-1'],
    ['k-3', 'k-2'],
    ['k-4', 'k-2'],
  ]);
  expect(cells.map((each) => isAlive(each, kernel.id))).toEqual([false, true, false]);
  expect(toNames(kernel.lostNames)).toEqual(['z']);
  const whole = fold([...cell('c-1'), ...cell('c-2'), names('a'), lose('Crash.'), goBack('c-2')]);
  expect(whole.kernel).toMatchObject({ lost: null, lostNames: [] });
});

test('cells that run again for a cell that is taken back end the loss; the others show that they are taken back', () => {
  const ran = fold([...cell('c-1'), ...cell('c-2'), ...cell('c-3'), names('a', 'b'), lose('Again.')]);
  const back = { cellId: 'c-2', files: NO_FILES, reason: 'It was not kept.' };
  const { kernel, cells, rebuilds } = fold(
    [
      { type: 'rebuild-start', cellIds: ['c-1'], back },
      { type: 'rebuild-step', cellId: 'c-1' },
      names('a'),
      { type: 'rebuild-end', status: 'ok' },
    ],
    ran,
  );
  expect(kernel).toMatchObject({ lost: null, lostNames: [] });
  expect(cells.map((each) => [isAlive(each, kernel.id), each.isTakenBack])).toEqual([
    [true, undefined],
    [false, true],
    [false, true],
  ]);
  expect(rebuilds).toMatchObject([{ backTo: back, missing: [{ name: 'b' }] }]);
});

test('a loss takes the names that were there; those made again are not lost any more', () => {
  const lost = fold([names('a', 'b'), lose('One.')]);
  expect(lost.kernel).toMatchObject({ lost: 'One.', names: [] });
  expect(toNames(lost.kernel.lostNames)).toEqual(['a', 'b']);
  const twice = fold([names('b', 'c'), lose('Two.')], lost);
  expect(toNames(twice.kernel.lostNames)).toEqual(['a', 'b', 'c']);
});

test('a process that held nothing leaves the reason of the loss before', () => {
  const { kernel } = fold([names('a'), lose('The box was full.'), lose('It was started again.')]);
  expect(kernel).toMatchObject({ lost: 'The box was full.', id: 'k-3' });
});

test('a rebuild that brings back all ends the loss; one that does not says what is missing', () => {
  const lost = fold([...cell('c-1'), ...cell('c-2'), names('a', 'b'), lose('Gone.')]);
  const start: EventBody = { type: 'rebuild-start', cellIds: ['c-1', 'c-2'] };
  const begun = fold([start, { type: 'rebuild-step', cellId: 'c-1' }], lost);
  expect(begun.rebuilds).toMatchObject([{ status: 'running', done: 1 }]);
  expect(begun.cells.map((each) => isAlive(each, begun.kernel.id))).toEqual([true, false]);

  const whole = fold([names('a', 'b'), { type: 'rebuild-end', status: 'ok' }], begun);
  expect(whole.kernel).toMatchObject({ lost: null, lostNames: [] });
  const part = fold([names('a'), { type: 'rebuild-end', status: 'failed', reason: 'Why.' }], begun);
  expect(part.kernel.lost).toBe('Gone.');
  expect(part.rebuilds[0]).toMatchObject({ reason: 'Why.', back: [{ name: 'a' }], missing: [{ name: 'b' }] });
});

test('output from before a loss is of an earlier kernel until a rebuild is known to give the same', () => {
  const show = (cellId: string, data: Record<string, string>): EventBody => ({
    type: 'output-append',
    cellId,
    output: { output_type: 'display_data', data, metadata: {} },
  });
  const shown = [
    show('c-1', { 'text/plain': '1' }),
    show('c-2', { 'text/plain': '2' }),
    show('c-3', { 'text/plain': '<Figure>', 'image/png': 'AA==' }),
  ];
  const cells = ['c-1', 'c-2', 'c-3', 'c-4'].flatMap(cell);
  const lost = fold([...cells, ...shown, lose('Gone.')]);
  const listEarlier = ({ cells, kernel }: Session) =>
    cells.filter((each) => isOfEarlierKernel(each, kernel.id)).map(({ id }) => id);
  expect(listEarlier(lost)).toEqual(['c-1', 'c-2', 'c-3', 'c-4']);
  const rebuilt = fold(
    [
      { type: 'rebuild-start', cellIds: ['c-1', 'c-2', 'c-3', 'c-4'] },
      { type: 'rebuild-step', cellId: 'c-1' },
      { type: 'rebuild-step', cellId: 'c-2', isOther: true },
      { type: 'rebuild-step', cellId: 'c-3' },
      { type: 'rebuild-step', cellId: 'c-4' },
      { type: 'rebuild-end', status: 'ok' },
    ],
    lost,
  );
  expect(listEarlier(rebuilt)).toEqual(['c-2', 'c-3']);
});

test('what a rebuild brought back is described as it is now', () => {
  const table = (rows: number): EventBody => ({
    type: 'kernel-names',
    names: [{ name: 'df', type: 'DataFrame', shape: [rows, 4] }],
  });
  const begun = fold([table(5), lose('Gone.'), { type: 'rebuild-start', cellIds: [] }]);
  const ended = fold([table(300_000), { type: 'rebuild-end', status: 'ok' }], begun);
  const [rebuild] = ended.rebuilds;
  expect(describeNames(rebuild?.back ?? [])).toBe('df (DataFrame 300000×4)');
  expect(rebuild && describeRebuild(rebuild, ended.kernel)).toContain('df (DataFrame 300000×4)');
});

test('a loss is over when cells have given its names again, or when all of them have run again', () => {
  const rerun = (cellId: string): EventBody[] => cell(cellId).slice(1);
  const lost = fold([...cell('c-1'), ...cell('c-2'), names('a', 'b'), lose('Gone.')]);
  const half = fold([...rerun('c-1'), names('a')], lost);
  expect(half.kernel).toMatchObject({ lost: 'Gone.', lostNames: [{ name: 'b' }] });
  expect(fold([names('a', 'b')], half).kernel).toMatchObject({ lost: null, lostNames: [] });
  expect(fold(rerun('c-2'), half).kernel).toMatchObject({ lost: null, lostNames: [] });
  const failed: EventBody = { type: 'cell-end', cellId: 'c-2', status: 'error', executionCount: 2 };
  expect(fold([{ type: 'cell-start', cellId: 'c-2' }, failed], half).kernel.lost).toBe('Gone.');
});

test('answers are kept for a rebuild, passwords are not; its own questions leave what the cell shows', () => {
  const ask = (requestId: string, password = false): EventBody => ({
    type: 'input-request',
    cellId: 'c-1',
    requestId,
    prompt: `${requestId}? `,
    password,
  });
  const reply = (requestId: string, value: string | null): EventBody => ({
    type: 'input-reply',
    cellId: 'c-1',
    requestId,
    value,
    from: 'human',
  });
  const [insert, start, end] = cell('c-1') as [EventBody, EventBody, EventBody];
  const ran = fold([
    insert,
    start,
    ask('name'),
    reply('name', 'Ada'),
    ask('key', true),
    reply('key', null),
    end,
  ]);
  expect(ran.cells[0]?.answers).toEqual([{ prompt: 'name? ', value: 'Ada' }]);
  const asked = fold([{ type: 'rebuild-start', cellIds: ['c-1'] }, ask('key', true), ask('more')], ran);
  expect(asked.cells[0]?.pendingInputs).toHaveLength(2);
  const ended = fold([reply('key', null), { type: 'rebuild-end', status: 'stopped' }], asked);
  expect(ended.cells[0]).toEqual({ ...ran.cells[0], pendingInputs: [] });
});

test('how a cell ended is gone while it runs again', () => {
  const late = ranCell('c-1', '', { status: 'timed-out', reason: 'Too long.' });
  const ended = fold([insertCell('c-1'), ...late]);
  expect(ended.cells[0]?.reason).toBe('Too long.');
  expect(fold(late.slice(0, 1), ended).cells[0]?.reason).toBeUndefined();
});

test('the time of a stop is known only while the cell runs', () => {
  const running = fold([...cell('c-1').slice(0, 2), { type: 'cell-limit', cellId: 'c-1', stopsAt: 5 }]);
  expect(running.cells[0]?.stopsAt).toBe(5);
  expect(fold(cell('c-1').slice(2), running).cells[0]?.stopsAt).toBeUndefined();
});

test('the end of a run that began after the loss forgets it only where no lost name is known', () => {
  const [run, end] = [startRun('r-1'), endRun('r-1')];
  expect(fold([lose('Gone.'), run, end]).kernel).toMatchObject({ lost: null, lostNames: [] });
  const still = fold([names('a', 'b'), lose('Gone.'), run, names('b'), end]);
  expect(still.kernel).toMatchObject({ lost: 'Gone.', lostNames: [{ name: 'a' }] });
  expect(fold([names('a', 'b')], still).kernel.lost).toBeNull();
});

test('names are put into words with data first, and not more than can be read', () => {
  const table = { name: 'df', type: 'DataFrame', shape: [120, 5] };
  expect(describeNames([{ name: 'pd', type: 'module' }, table])).toBe('df (DataFrame 120×5); imports pd');
  const many = Array.from({ length: 15 }, (_, index) => ({ name: `n${index}`, type: 'int' }));
  expect(describeNames(many)).toMatch(/, n11 \(int\) and 3 more$/);
});
