import { useMemo, useState } from 'react';
import { findActiveRebuild, isBusy, isHeldByRun, type Session } from '../../../lib/session/session.ts';
import { type ChangedBasis, findChangedBasis } from '../../../lib/session/stale/find-changed-basis.ts';
import { findFileOutputs } from '../../../lib/session/stale/find-file-outputs.ts';
import { createStaleFinder } from '../../../lib/session/stale/find-stale.ts';
import { listCheckCells } from '../../../lib/session/view/answers/describe-check.ts';
import { listGoneSubjects } from '../../../lib/session/view/answers/list-subjects.ts';
import { findDrafts } from '../../../lib/session/view/layout/find-drafts.ts';
import { findVerification, mapPictures } from '../../../lib/session/view/verification/describe-verified.ts';
import { createSightFinder } from './create-sight-finder.ts';
import { createWaitingFinder } from './create-waiting-finder.ts';
import type { NotebookState } from './notebook-state.ts';

/** Id of a cell to its place in the notebook, from 1. */
type Places = ReadonlyMap<string, number>;

/** The same object until something in it changes, so that an event redraws only the cells it is about. */
export function useCurrentState(session: Session): NotebookState {
  const [findStale] = useState(createStaleFinder);
  const [createFindSight] = useState(createSightFinder);
  const [findRepeats] = useState(createRepeatFinder);
  const [findWaiting] = useState(createWaitingFinder);
  const verification = findVerification(session);
  const pictures = useMemo(() => mapPictures(verification), [verification]);
  const checkIds = [...listCheckCells(session)].join('\n');
  const checks = useMemo(() => new Set(checkIds.split('\n')), [checkIds]);
  const draftFacts = JSON.stringify([...findDrafts(session)]);
  const drafts = useMemo(() => new Map<string, string>(JSON.parse(draftFacts)), [draftFacts]);
  const fileOutputIds = [...findFileOutputs(session)].join('\n');
  const fileOutputs = useMemo(() => new Set(fileOutputIds.split('\n')), [fileOutputIds]);
  const basisFacts = JSON.stringify([...findChangedBasis(session)]);
  const changedBasis: ChangedBasis = useMemo(() => new Map(JSON.parse(basisFacts)), [basisFacts]);
  const goneIds = listGoneSubjects(session).join('\n');
  const goneSubjects = useMemo(() => new Set(goneIds.split('\n')), [goneIds]);
  const state: NotebookState = {
    kernelId: session.kernel.id,
    stale: findStale(session),
    fileOutputs,
    changedBasis,
    verification,
    pictures,
    lastRunId: session.runs.at(-1)?.id ?? null,
    isBusy: isBusy(session),
    isLocked: isHeldByRun(session) || findActiveRebuild(session) !== null,
    isReadOnly: false,
    waiting: findWaiting(session),
    findSight: createFindSight(session),
    repeats: findRepeats(session),
    checks,
    drafts,
    goneSubjects,
    ways: session.ways,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the object is the same as long as its values are
  return useMemo(() => state, Object.values(state));
}

/**
 * Finds the cells that share their number with an earlier cell, as new kernels count from 1. Returns the same object
 * until something changes.
 */
export function createRepeatFinder(): (session: Session) => Places {
  let known: Places = new Map();
  return ({ cells }) => {
    const numbers = new Set<number>();
    const places = new Map<string, number>();
    for (const [index, { id, type, executionCount, status }] of cells.entries()) {
      if (type !== 'code' || executionCount === null || status === 'running') continue;
      if (numbers.has(executionCount)) places.set(id, index + 1);
      numbers.add(executionCount);
    }
    if (!isSame(known, places)) known = places;
    return known;
  };
}

function isSame(a: Places, b: Places): boolean {
  return a.size === b.size && [...b].every(([id, place]) => a.get(id) === place);
}
