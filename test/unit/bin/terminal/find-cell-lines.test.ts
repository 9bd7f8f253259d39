import { expect, test } from 'vitest';
import { findCellLines } from '../../../../bin/terminal/to-annotations.ts';

const CELLS = [
  { cell_type: 'code', metadata: { cells: [{}] }, outputs: [], source: ['a = {"cells": [{', '"\\"}]"'] },
  { cell_type: 'markdown', metadata: {}, source: '' },
];
const NOTEBOOK = { metadata: { cells: [{ x: 1 }], name: 'cells' }, cells: CELLS, other: [{}], nbformat: 4 };

test('the lines of each cell, whatever its source and the metadata contain', () => {
  const text = JSON.stringify(NOTEBOOK, null, 1);
  const lines = text.split('\n');
  const found = findCellLines(text);
  const read = found.map(({ start, end }) =>
    JSON.parse(
      lines
        .slice(start - 1, end)
        .join('\n')
        .replace(/,$/, ''),
    ),
  );
  expect(read).toEqual(CELLS);
});

test('a file on one line', () => {
  expect(findCellLines(JSON.stringify(NOTEBOOK))).toEqual([
    { start: 1, end: 1 },
    { start: 1, end: 1 },
  ]);
});
