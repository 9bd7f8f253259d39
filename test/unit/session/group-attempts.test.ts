/** Which cells are attempts at one, and what the line says that stands for a run's work. */
import { expect, test } from 'vitest';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import type { Cell } from '../../../lib/session/session.ts';
import { findFigures } from '../../../lib/session/view/layout/find-figures.ts';
import { groupAttempts } from '../../../lib/session/view/layout/group-attempts.ts';
import { summarizeWork } from '../../../lib/session/view/layout/summarize-work.ts';

const MISSPELT = 'sums = df.groupby("cty")["sales"].sum()\nprint(sums)';
const FIXED = 'sums = df.groupby("city")["sales"].sum()\nprint(sums)';

const RUN_BY_USER: Partial<Cell> = {
  version: 1,
  made: { as: 'run', at: 2000, by: LOCAL_USER },
  isRunByUser: true,
  versions: [{ ...EMPTY_CELL, runId: 'r-1' }],
};

function code(step: number, source: string, more: Partial<Cell> = {}): Cell {
  return {
    ...EMPTY_CELL,
    id: `c-${step}`,
    type: 'code',
    role: 'code',
    author: 'agent',
    runId: 'r-1',
    step,
    source,
    status: 'ok',
    startedAt: 1000,
    endedAt: 1400,
    ...more,
  };
}

function words(step: number, source: string): Cell {
  return { ...EMPTY_CELL, id: `w-${step}`, role: 'thought', author: 'agent', runId: 'r-1', step, source };
}

const idsOf = (cells: readonly Cell[]) =>
  groupAttempts(cells).map(({ cell, earlier }) => [...earlier.map(({ id }) => id), cell.id].join(' '));

test('a failed cell and the next step’s cell that fixes it are one, with the words between', () => {
  const cells = [
    words(1, 'The sums.'),
    code(1, MISSPELT, { status: 'error' }),
    words(2, 'It is called city.'),
    code(2, FIXED),
    code(3, 'sums.plot.bar()'),
  ];
  expect(idsOf(cells)).toEqual(['w-1', 'c-1 w-2 c-2', 'c-3']);
  expect(summarizeWork(groupAttempts(cells))).toEqual({
    cells: 2,
    durationMs: 1200,
    errorsFixed: 1,
    errors: 0,
    refused: 0,
  });
});

test('attempts go on until one works', () => {
  const cells = [
    code(1, MISSPELT, { status: 'error' }),
    code(2, MISSPELT.replace('cty', 'town'), { status: 'timed-out' }),
    code(3, FIXED),
  ];
  expect(idsOf(cells)).toEqual(['c-1 c-2 c-3']);
  expect(summarizeWork(groupAttempts(cells)).errorsFixed).toBe(2);
  const failed = cells.with(2, code(3, FIXED, { status: 'error' }));
  expect(summarizeWork(groupAttempts(failed))).toMatchObject({ cells: 1, errorsFixed: 0, errors: 1 });
});

test.each<[string, Cell[]]>([
  ['other code', [code(1, MISSPELT, { status: 'error' }), code(2, 'print(df.columns)')]],
  ['a later step', [code(1, MISSPELT, { status: 'error' }), code(3, FIXED)]],
  ['code after code that worked', [code(1, MISSPELT), code(2, FIXED)]],
  ['code that was stopped', [code(1, MISSPELT, { status: 'interrupted' }), code(2, FIXED)]],
  ['another run', [code(1, MISSPELT, { status: 'error' }), code(2, FIXED, { runId: 'r-2' })]],
  ['a person’s code', [code(1, MISSPELT, { status: 'error' }), code(2, FIXED, { author: 'human' })]],
  [
    'a cell that a person has run again',
    [code(1, MISSPELT, { status: 'error', ...RUN_BY_USER }), code(2, FIXED)],
  ],
  [
    'code with a person’s words before it',
    [
      code(1, MISSPELT, { status: 'error' }),
      { ...words(2, 'Use the median.'), role: 'steer', step: null },
      code(2, FIXED),
    ],
  ],
  [
    'the second cell of the next step',
    [code(1, MISSPELT, { status: 'error' }), code(2, 'print(df.columns)'), { ...code(2, FIXED), id: 'c-2b' }],
  ],
])('%s is not a further attempt', (_, cells) => {
  expect(idsOf(cells)).toEqual(cells.map(({ id }) => id));
});

test('the figures of an answer are those of its cells that ended well', () => {
  const picture = { output_type: 'display_data', data: { 'image/png': 'aGk=' }, metadata: {} } as const;
  const table = { output_type: 'display_data', data: { 'text/html': '<table>' }, metadata: {} } as const;
  const chart = {
    output_type: 'execute_result',
    execution_count: 1,
    data: { 'application/vnd.vegalite.v5+json': {} },
    metadata: {},
  } as const;
  const cells = [
    code(1, 'plot()', { status: 'error', outputs: [picture] }),
    code(2, 'chart', { outputs: [table, chart, picture] }),
    code(3, 'mine', { author: 'human', outputs: [picture] }),
  ];
  expect(findFigures(groupAttempts(cells)).map(({ key }) => key)).toEqual(['c-2-1', 'c-2-2']);
});
