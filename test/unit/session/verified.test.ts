/** The fold of a verification, and when it no longer is of the notebook. */
import { expect, test } from 'vitest';
import { describeVerification } from '../../../bin/terminal/describe-verification.ts';
import { describeOtherPackages } from '../../../components/panels/verification/report-texts.ts';
import { changesNotebook } from '../../../lib/protocol/events/changes-notebook.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import type { Verification } from '../../../lib/protocol/verification/verification.ts';
import { applyEvents } from '../../../lib/session/fold/apply-event.ts';
import { branchLog } from '../../../lib/session/fold/branch-log.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { createSession, type Session } from '../../../lib/session/session.ts';
import { isVerifiedStale } from '../../../lib/session/verified.ts';
import { describeVerified } from '../../../lib/session/view/verification/describe-verified.ts';
import { boundVerification } from '../../../lib/verify/bound-verification.ts';
import { editCell, insertCell as insert, ranCell as run, toEvents } from '../../helpers/session-events.ts';

const VERIFICATION: Verification = {
  outcome: 'reproduced',
  counts: { same: 2, differs: 0, varies: 0, failed: 0, 'not-run': 0, 'not-comparable': 0 },
  cells: [],
  runs: 1,
  kernel: {
    name: 'python3',
    language: 'python',
    version: '3.13.1',
    isolation: 'box',
    packages: [{ name: 'pandas', version: '3.0.1' }],
  },
  files: [],
  startedAt: 1000,
  durationMs: 100,
};

const addFile = (blob: string): EventBody => ({
  type: 'file-add',
  name: 'a.csv',
  bytes: 1,
  blob,
  origin: 'upload',
});
const verified = (isOutdated = false): EventBody => ({
  type: 'verification-end',
  verification: VERIFICATION,
  isOutdated,
});

const START = [addFile('b1'), insert('c1', 'x = 1'), insert('c2', 'print(x)'), ...run('c2', '1\n')];
const fold = (bodies: EventBody[], from: Session = createSession('s')) =>
  applyEvents(from, toEvents(bodies, from.seq));
const isStale = (session: Session) => (session.verified ? isVerifiedStale(session.verified, session) : null);

test('a verification is of the notebook until a cell, an output, an order, or a file changes', () => {
  const session = fold([...START, verified()]);
  expect(session.verified?.verification).toEqual(VERIFICATION);
  expect(isStale(session)).toBe(false);
  const edit = (source: string) => editCell('c1', source);
  for (const change of [
    [edit('x = 2')],
    run('c2', '1\n'),
    [insert('c3', 'print(3)')],
    [{ type: 'cell-delete', cellId: 'c1' }],
    [{ type: 'cell-move', cellId: 'c2', after: null }],
    [addFile('b2')],
    [{ type: 'file-delete', name: 'a.csv' }],
    [{ type: 'cell-clear', cellId: 'c2' }],
  ] as EventBody[][]) {
    expect([change[0]?.type, isStale(fold(change, session))]).toEqual([change[0]?.type, true]);
  }
  expect(isStale(fold([{ type: 'session-rename', title: 'Other' }], session))).toBe(false);
  expect(isStale(fold([edit('x = 2'), edit('x = 1')], session))).toBe(false);
  expect(isStale(fold([edit('x = 2'), verified()], session))).toBe(false);
  expect(isStale(fold([...START, verified(true)]))).toBe(true);
  expect(isStale(fold(START))).toBeNull();
});

test('a verification stays while what is new has no code, or is code of a run that did not run', () => {
  const session = fold([...START, verified()]);
  const empty = insert('c3', ' \n');
  const left = insert('c4', 'print(4)', { author: 'agent' });
  const end: EventBody = { type: 'cell-end', cellId: 'c4', status: 'interrupted', executionCount: null };
  const same = fold([empty, left, end], session);
  expect(isStale(same)).toBe(false);
  expect([empty, left].map(changesNotebook)).toEqual([false, false]);
  expect(isStale(fold([{ type: 'cell-edit', cellId: 'c3', source: 'y = 1' }], same))).toBe(true);
  expect(isStale(fold(run('c4', '4\n'), same))).toBe(true);
});

test('a verification is outdated while a package it was verified with has another version', () => {
  const one = (name: string, version: string) => ({ name, version });
  const installed = [one('Python', '3.13.1'), one('pandas', '3.0.1')];
  const verification = { ...VERIFICATION, kernel: { ...VERIFICATION.kernel, installed } };
  const found = (...packages: typeof installed): EventBody => ({ type: 'kernel-packages', packages });
  const session = fold([...START, { type: 'verification-end', verification, isOutdated: false }]);
  expect([isStale(session), session.verified?.installed]).toEqual([false, installed]);
  for (const [packages, text] of [
    [[one('Python', '3.13.1'), one('pandas', '3.1.0')], 'pandas 3.0.1, now 3.1.0'],
    [[one('Python', '3.14.0'), one('pandas', '3.0.1')], 'Python 3.13.1, now 3.14.0'],
    [[one('Python', '3.13.1')], 'pandas 3.0.1, now not installed'],
    [[], 'Python 3.13.1, now not installed; pandas 3.0.1, now not installed'],
  ] as const) {
    const other = fold([found(...packages)], session);
    expect([isStale(other), describeVerified(other)]).toEqual([true, '']);
    expect(other.verified && describeOtherPackages(other.verified)).toBe(
      `Packages have changed since: ${text}.`,
    );
    expect(isStale(fold([found(...installed)], other))).toBe(false);
    expect(isStale(fold([{ type: 'verification-end', verification, isOutdated: false }], other))).toBe(false);
  }
  expect(session.verified && describeOtherPackages(session.verified)).toBe('');
});

test('without a list of packages nothing is claimed of them', () => {
  const session = fold([...START, verified()]);
  expect([session.verified?.installed, isStale(session)]).toEqual([null, false]);
  expect(fold([{ type: 'kernel-packages', packages: [] }]).verified).toBeNull();
});

test('exports say what was verified, for as long as it is so', () => {
  const cell = {
    cell: 1,
    cellId: 'c2',
    differences: [],
    differenceCount: 0,
    aside: [],
    asideCount: 0,
    durationMs: 1,
  };
  const cells = (['same', 'differs'] as const).map((verdict) => ({ ...cell, verdict }));
  const counts = { ...VERIFICATION.counts, same: 1, differs: 1 };
  const files = [{ name: 'a.csv', bytes: 1, sha256: 'ab'.repeat(32) }];
  const verification: Verification = { ...VERIFICATION, outcome: 'not-reproduced', cells, counts, files };
  const session = fold([...START, { type: 'verification-end', verification, isOutdated: false }]);
  expect(describeVerified(session)).toBe(
    'Not reproduced: from a clean start, 1 of 2 cells gave the same outputs (differs: 1), 1970-01-01 00:00 UTC. ' +
      'Python 3.13.1, pandas 3.0.1. Data: a.csv (SHA-256 abababababab…).',
  );
  const changed = fold([{ type: 'cell-edit', cellId: 'c1', source: 'x = 2' }], session);
  expect(describeVerified(changed)).toBe('');
  expect(toNotebook(changed, '1').metadata.actbook).not.toHaveProperty('verification');
});

test('a notebook file that says it is verified is not believed', () => {
  const metadata = { actbook: { verification: { outcome: 'reproduced' } } };
  const session = { ...fold(START), imported: { name: 'a.ipynb', metadata } };
  expect(toNotebook(session as unknown as Session, '1').metadata.actbook).not.toHaveProperty('verification');
});

test('a branch does not take over a verification of other cells', () => {
  const events = toEvents([...START, verified(), { type: 'kernel-packages', packages: [] }]);
  const log = branchLog(events, applyEvents(createSession('s'), events), 'c1');
  const types = log.map(({ body }) => body.type);
  expect(types.filter((type) => type === 'verification-end' || type === 'kernel-packages')).toEqual([]);
});

test('the report in the log is small, whatever a notebook shows', () => {
  const aside = { kind: 'address' as const, place: 'text', notebook: 'x'.repeat(200), here: 'y'.repeat(200) };
  const cell = (index: number): Verification['cells'][number] => ({
    cell: index + 1,
    cellId: `c${index}`,
    verdict: 'differs',
    differences: Array.from({ length: 20 }, () => ({ place: 'text', text: 'z'.repeat(200) })),
    differenceCount: 20,
    aside: Array.from({ length: 20 }, () => aside),
    asideCount: 20,
    durationMs: 1,
  });
  const report = (count: number) =>
    boundVerification({ ...VERIFICATION, cells: Array.from({ length: count }, (_, index) => cell(index)) });
  expect(report(1).cells[0]).toMatchObject({ differenceCount: 20, asideCount: 20 });
  expect(report(1).cells[0]?.aside).toHaveLength(5);
  expect(JSON.stringify(report(2_000)).length).toBeLessThan(500_000);
});

test('the command line does not call a notebook without code reproduced', () => {
  const counts = { ...VERIFICATION.counts, same: 0 };
  const text = describeVerification({ ...VERIFICATION, outcome: 'no-code', counts }, { showsAside: false });
  expect(text).toContain('No code to verify · 0 of 0 cells the same');
  expect(text).not.toContain('Reproduced');
});
