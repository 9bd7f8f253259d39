import { expect, it, test } from 'vitest';
import { EMPTY_CELL } from '../../../lib/session/fold/empty-cell.ts';
import { createSession } from '../../../lib/session/session.ts';
import { findFilePlace, findMissingFiles } from '../../../lib/session/view/files/list-read-paths.ts';

const open = (source: string) => {
  const cells = [{ ...EMPTY_CELL, type: 'code' as const, source }];
  const files = [{ name: 'given.csv', bytes: 1, blob: '', origin: 'upload' as const }];
  return { ...createSession('s'), cells, files };
};

it.each([
  ['df = pd.read_csv("a b.csv")\npd.read_csv("a b.csv")', ['a b.csv']],
  ["pl.read_parquet( 'x.parquet', n_rows=2)", ['x.parquet']],
  ['pd.read_csv("given.csv")', []],
  ['pd.read_csv("./given.csv")', []],
  ['pd.read_csv("https://example.org/a.csv")', []],
  ['pd.read_csv("data/a.csv")', ['data/a.csv']],
  ['pd.read_csv(r"./data//raw/../a.csv", sep=";")', ['data/a.csv']],
  [
    'open("notes.txt").read(); open("log.txt", "w"); open("in.txt", "r", encoding="utf8")',
    ['notes.txt', 'in.txt'],
  ],
  ['df.to_csv("made.csv"); pd.read_csv("made.csv")', []],
  ['pd.read_csv(path)', []],
])('%s', (source, places) => {
  expect(findMissingFiles(open(source)).map(({ place }) => place)).toEqual(places);
});

it.each(['../x.csv', 'data/../../x.csv', '/tmp/x.csv', 'C:/x.csv', '~/x.csv', '.hidden/x.csv'])(
  '%s is in no folder of the notebook, and a dropped file stays next to it',
  (path) => {
    const session = open(`pd.read_csv("${path}")`);
    expect(findMissingFiles(session)).toEqual([{ path, place: null }]);
    expect(findFilePlace(session, 'x.csv')).toBe('x.csv');
  },
);

test('a file goes where the code reads it: first where it is missing, and where an error said that it is', () => {
  const session = open('pd.read_csv("train/a.csv"); pd.read_csv("test/a.csv")');
  expect(findFilePlace(session, 'a.csv')).toBe('train/a.csv');
  const file = { name: 'train/a.csv', bytes: 1, blob: '', origin: 'upload' as const };
  expect(findFilePlace({ ...session, files: [file] }, 'a.csv')).toBe('test/a.csv');
  expect(findFilePlace(session, 'b.csv')).toBe('b.csv');
  const evalue = "[Errno 2] No such file or directory: 'data/b.csv'";
  const error = { output_type: 'error' as const, ename: 'FileNotFoundError', evalue, traceback: [] };
  const failed = { ...session, cells: [...session.cells, { ...EMPTY_CELL, outputs: [error] }] };
  expect(findFilePlace(failed, 'b.csv')).toBe('data/b.csv');
});
