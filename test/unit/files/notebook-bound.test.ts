import { expect, test } from 'vitest';
import { createNotebookBound } from '../../../lib/files/create-notebook-bound.ts';

/** What is found in a file that arrives in pieces of this size. */
function read(text: string, pieceLength = 65_536): string {
  const bound = createNotebookBound();
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += pieceLength) bound.add(bytes.subarray(at, at + pieceLength));
    return 'fine';
  } catch (error) {
    return String(error);
  }
}

const cell = { cell_type: 'code', source: '', metadata: {}, outputs: [], execution_count: null };
const toFile = (cells: unknown[]) => JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });

test('too many cells are found long before the end of the file', () => {
  const cells = Array.from({ length: 10_000 }, () => cell);
  expect(read(toFile(cells))).toBe('fine');
  expect(read(toFile([...cells, cell]))).toContain('it has more than 10,000 cells');
  expect(read(`{"cells":[${'{},'.repeat(10_001)}`)).toContain('cells');
});

test('what absurd numbers of values are made of does not matter', () => {
  for (const text of ['[', '0,', '{"a":', '"",']) {
    expect(read(`{"metadata":{"x":[${text.repeat(2_000_001)}`)).toContain(
      'it has more than 2,000,000 values',
    );
  }
});

test('long outputs are read, whatever they hold and wherever they are cut', () => {
  const image = 'iVBORw0KGgo'.repeat(2_000_000);
  const output = { output_type: 'display_data', data: { 'image/png': image }, metadata: {} };
  expect(read(toFile([{ ...cell, outputs: [output] }]))).toBe('fine');
  const tricky = `${'[{,"\\'.repeat(50_000)}"`;
  const text = toFile([{ ...cell, source: [tricky, `${tricky}\\`] }]);
  for (const pieceLength of [1, 2, 3, 7, 65_536]) expect(read(text, pieceLength)).toBe('fine');
});

test('the cells of one list are not counted with those of another', () => {
  const widgets = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, {}]));
  const outputs = Array.from({ length: 12_000 }, () => ({
    output_type: 'stream',
    name: 'stdout',
    text: 'x',
  }));
  expect(read(JSON.stringify({ metadata: { widgets }, cells: [{ ...cell, outputs }] }))).toBe('fine');
});
