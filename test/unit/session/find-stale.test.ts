import { describe, expect, test } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { findFileOutputs } from '../../../lib/session/stale/find-file-outputs.ts';
import { createStaleFinder } from '../../../lib/session/stale/find-stale.ts';
import { listBatchCells } from '../../../lib/session/stale/list-batch-cells.ts';
import { editCell as edit, fold, insertCell, printOf, ranCell } from '../../helpers/session-events.ts';

const insert = (cellId: string, source: string, after?: string) => insertCell(cellId, source, { after });
const run = (cellId: string) => ranCell(cellId);
const remove = (cellId: string): EventBody => ({ type: 'cell-delete', cellId });
const find = (session: Session) => [...createStaleFinder()(session)].map(([id, names]) => `${id}: ${names}`);

const importCell = (cellId: string, source: string): EventBody[] => [
  { type: 'cell-import', cellId, cellType: 'code', source, executionCount: 9, metadata: {} },
  printOf(cellId, 'of the file'),
];

const story = fold(
  createSession('s'),
  ...['a', 'b', 'c', 'd'].flatMap((id, index) => [
    insert(id, ['df = load()', 'n = len(df)', 'df = df.dropna()', 'print(n, df)'][index] ?? ''),
    ...run(id),
  ]),
);

test('nothing is stale when cells ran from top to bottom, redefined names included', () => {
  expect(find(story)).toEqual([]);
});

test('an edit alone makes nothing stale; running it does, all the way down, until they run again', () => {
  const edited = fold(story, edit('a', 'df = load(2)'));
  expect(find(edited)).toEqual([]);
  const ran = fold(edited, ...run('a'));
  expect(find(ran)).toEqual(['b: df', 'c: df', 'd: n,df']);
  expect(find(fold(ran, ...run('b')))).toEqual(['c: df', 'd: n,df']);
  expect(find(fold(ran, ...run('b'), ...run('c'), ...run('d')))).toEqual([]);
});

test('a cell put above gives what is read below; one at the end changes nothing above', () => {
  expect(find(fold(story, insert('e', 'n = 0', 'b'), ...run('e')))).toEqual(['d: n']);
  expect(find(fold(story, insert('e', 'df = 0'), ...run('e')))).toEqual([]);
});

describe('an import that runs again', () => {
  const begin = (first: string) =>
    fold(
      createSession('s'),
      ...[first, 'print(pd.DataFrame(rows), pi)'].flatMap((source, index) => [
        insert(`${index}`, source),
        ...run(`${index}`),
      ]),
    );
  const again = (first: string, next = first) => find(fold(begin(first), edit('0', next), ...run('0')));

  test.each([
    ['import pandas as pd\nrows = load()', '1: rows'],
    ['import pandas as pd, os.path\nfrom math import (sqrt, pi)', ''],
    ['import math\npi = math.pi', '1: pi'],
    ['import pandas as pd\npd.options.display.width = 5', '1: pd'],
    ['%load_ext autoreload\nfrom rates import pi', '1: pi'],
  ])('%s', (source, stale) => expect(again(source).join()).toBe(stale));

  test('is another one where it imports something else now, or did between', () => {
    expect(again('import pandas as pd', 'import polars as pd')).toEqual(['1: pd']);
    expect(again('from math import pi', 'from math import tau as pi')).toEqual(['1: pi']);
    expect(again('import pandas as pd', '# again\nimport pandas as pd')).toEqual([]);
    expect(again('import numpy as np, pandas as pd', 'import pandas\n\nimport pandas as pd')).toEqual([]);
  });
});

test('what a deleted cell had given is stale', () => {
  expect(find(fold(story, remove('b')))).toEqual(['d: n']);
  expect(find(fold(story, remove('d')))).toEqual([]);
});

test('what was deleted does not count once another cell has given the name', () => {
  const replaced = fold(story, remove('b'), insert('e', 'n = 1', 'a'), ...run('e'));
  expect(find(replaced)).toEqual(['d: n']);
  expect(find(fold(replaced, ...run('d')))).toEqual([]);
});

describe('a notebook file', () => {
  const file = fold(
    createSession('s'),
    { type: 'notebook-import', name: 'sales.ipynb', metadata: {} },
    ...importCell('a', 'import csv'),
    ...importCell('b', 'rows = load()'),
    ...importCell('c', 'total = sum(rows.prise)'),
    ...importCell('d', 'limit = 3'),
    ...importCell('e', 'print("sum", total, limit)'),
    ...importCell('f', 'print("done")'),
  );
  const ofFile = (session: Session) => [...findFileOutputs(session)];
  const fixed = fold(file, ...run('a'), ...run('b'), edit('c', 'total = sum(rows.price)'), ...run('c'));

  test('its outputs are out of date once a cell has given here what they read', () => {
    expect(find(file)).toEqual([]);
    expect(find(fold(file, ...run('a')))).toEqual([]);
    expect(find(fold(file, ...run('b')))).toEqual(['c: rows', 'e: total']);
    expect(find(fixed)).toEqual(['e: total']);
    expect(find(fold(fixed, ...run('d'), ...run('e'), ...run('f')))).toEqual([]);
  });

  test('its outputs below a cell that ran with other code are said to be of the file', () => {
    expect(ofFile(fold(file, ...run('a'), ...run('b')))).toEqual([]);
    expect(ofFile(fixed)).toEqual(['d', 'e', 'f']);
    expect(ofFile(fold(fixed, ...run('e')))).toEqual(['d', 'f']);
    expect(ofFile(fold(file, insert('n', '1'), ...run('n')))).toEqual([]);
    expect(ofFile(fold(file, insert('n', '1', 'e'), ...run('n')))).toEqual(['f']);
  });

  test('what is out of date runs with what it reads and the kernel does not have', () => {
    expect(listBatchCells(fixed, 'stale')).toEqual(['d', 'e']);
    expect(listBatchCells(fold(fixed, ...run('d')), 'stale')).toEqual(['e']);
  });
});
