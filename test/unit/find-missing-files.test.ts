import { expect, it } from 'vitest';
import { EMPTY_CELL } from '../../lib/session/fold/empty-cell.ts';
import { createSession } from '../../lib/session/session.ts';
import { findMissingFiles } from '../../lib/session/view/find-missing-files.ts';

const read = (source: string) => {
  const cells = [{ ...EMPTY_CELL, type: 'code' as const, source }];
  const files = [{ name: 'given.csv', bytes: 1, blob: '', origin: 'upload' as const }];
  return findMissingFiles({ ...createSession('s'), cells, files });
};

it.each([
  ['df = pd.read_csv("a b.csv")\npd.read_csv("a b.csv")', ['a b.csv']],
  ["pl.read_parquet( 'x.parquet', n_rows=2)", ['x.parquet']],
  ['pd.read_csv("given.csv")', []],
  ['pd.read_csv("https://example.org/a.csv")', []],
  ['pd.read_csv("data/a.csv")', []],
  ['df.to_csv("made.csv")', []],
  ['pd.read_csv(path)', []],
])('%s', (source, names) => {
  expect(read(source)).toEqual(names);
});
