/** The process id and the host name of the clean run, which the notebook has of another machine. */
import { expect, test } from 'vitest';
import { toOwnMachine } from '../../../lib/verify/finding/own-machine.ts';
import { CONTEXT, judge as judgeOutputs, run } from '../../helpers/judged.ts';
import { text } from '../../helpers/outputs.ts';

const LOG = 'print(os.getpid(), socket.gethostname())';

function judge(notebook: string, here: string, source = LOG): string {
  const machine = toOwnMachine({ pid: 31, host: 'box' }, source);
  const clean = { ...run(text(here)), context: { ...CONTEXT, machine } };
  return judgeOutputs([text(notebook)], [clean, clean], source).verdict;
}

test.each([
  ['varies', '48213', '31'],
  ['varies', 'pid=48213 ready', 'pid=31 ready'],
  ['varies', 'INFO [48213] web-01.local: 12 rows', 'INFO [31] box: 12 rows'],
  ['varies', 'on MacBook-Pro.local', 'on box'],
  ['varies', "'ip-10-0-0-1'", "'box'"],
  ['varies', 'a1b2c3d4e5f6 and a1b2c3d4e5f6', 'box and box'],
  ['differs', 'pid=48213 ready', 'pid=32 ready'],
  ['differs', 'INFO [48213] web: 12 rows', 'INFO [31] box: 13 rows'],
  ['differs', 'pid=-4 ready', 'pid=31 ready'],
  ['differs', 'pid=4.5 ready', 'pid=31 ready'],
  ['differs', 'web and lab', 'box and box'],
  ['differs', 'on web', 'on boxes'],
  ['differs', 'on web at noon', 'on box'],
])('%s: %s, here %s', (verdict, notebook, here) => {
  expect(judge(notebook, here)).toBe(verdict);
});

test('code that reads neither shows neither', () => {
  expect(judge('48213', '31', 'print(len(rows))')).toBe('differs');
  expect(judge('on web', 'on box', 'print(place)')).toBe('differs');
});
