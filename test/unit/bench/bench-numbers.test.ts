/** The corpus of the check of numbers: what its archive holds, and the answers that are kept as files, too. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArchive, readFolder } from '../../../bench/numbers/answer.ts';

const EXAMPLES = join(import.meta.dirname, '../../../bench/numbers/examples');

const toName = ({ set, id }: { set?: string; id: string }) => `${set}-${id}`;

test('the examples are in the archive as they are', () => {
  const archived = new Map(readArchive().map((answer) => [toName(answer), answer]));
  const examples = readFolder(EXAMPLES);
  expect(archived.size).toBe(559);
  expect(examples).toHaveLength(20);
  for (const example of examples) expect(archived.get(toName(example))).toEqual(example);
});

test('the examples are of every set, and have every kind of error', () => {
  const examples = readFolder(EXAMPLES);
  const archive = readArchive();
  expect(new Set(examples.map(({ set }) => set))).toEqual(new Set(archive.map(({ set }) => set)));
  expect(listErrors(examples)).toEqual(listErrors(archive));
});

/** Kinds are written in two ways, such as `wrong unit` and `wrong-unit`, `stale` and `stale value`. */
function listErrors(answers: ReturnType<typeof readArchive>): Set<string> {
  const planted = answers.flatMap(({ quantities }) => quantities.map((quantity) => quantity.planted ?? ''));
  return new Set(planted.map((kind) => kind.replace('-', ' ').replace(/ (value|number)$/, '')));
}
