/** The verdict on one cell, from what the notebook shows and what each clean run showed. */
import type { Output } from '../notebook/output.ts';
import type {
  Aside,
  CellVerdict,
  CellVerification,
  HiddenName,
  NotRunCause,
  PicturePair,
  VariationCause,
} from '../protocol/verification/verification.ts';
import { compareOutputs, findError, isWithin } from './compare-outputs.ts';
import { type BlamedCode, findCause } from './find-cause.ts';
import { findVarying, type Varying } from './find-varying.ts';
import type { CompareContext, Comparison, Difference } from './finding/comparison.ts';
import { pairPictures } from './pair-pictures.ts';

/** A cell in one clean run. */
export interface CleanCell {
  readonly outputs: readonly Output[];
  /** Why it was not run to its end; null when it was. */
  readonly notRun: NotRunCause | null;
  /** It showed more than is kept. */
  readonly isCut: boolean;
  readonly context: CompareContext;
}

export interface JudgedCell extends BlamedCode {
  readonly notebook: readonly Output[];
  /** Whether it was run where the notebook was made, as far as the notebook says. */
  readonly wasRun: boolean;
  /** In order; the first decides, the others tell what varies. */
  readonly runs: readonly CleanCell[];
  readonly hidden: HiddenName | null;
}

export type Judgment = Omit<CellVerification, 'cell' | 'cellId' | 'durationMs'>;

/** Listed at most; all are counted. */
const MAX_LISTED = 20;

/** Throws nothing: without a clean run there is no verdict but `not-run`. */
export function judgeCell(judged: JudgedCell): Judgment {
  const { notebook, runs, wasRun } = judged;
  const [first, ...others] = runs;
  if (!first) return toJudgment('not-run', { notRun: 'interrupted', reason: NOT_RUN.interrupted });
  const comparison = compareOutputs(notebook, first.outputs, first.context);
  // The notebook may show the very failure.
  const isExpected = first.notRun === 'network' && comparison.differences.length === 0 && notebook.length > 0;
  if (first.notRun && !isExpected) {
    return toJudgment('not-run', { notRun: first.notRun, reason: NOT_RUN[first.notRun] });
  }
  if (first.isCut) return toJudgment('not-comparable', { reason: 'It showed more than is compared.' });
  if (!wasRun && notebook.length === 0 && first.outputs.length > 0) {
    return toJudgment('not-comparable', { reason: 'The notebook has no output of this cell.' });
  }
  const complete = others.filter(({ notRun, isCut }) => notRun === null && !isCut);
  const varying = findVarying(notebook, first, complete);
  const failsAlways = [first, ...complete].every(({ outputs }) => findError(outputs) !== null);
  const isFailure = failsAlways && findError(notebook) === null;
  return decide(judged, { first, comparison, varying, isFailure });
}

interface Evidence {
  first: CleanCell;
  comparison: Comparison;
  varying: Varying;
  isFailure: boolean;
}

function decide({ notebook, hidden, source, ownSource, runs }: JudgedCell, evidence: Evidence): Judgment {
  const { first, comparison, varying, isFailure } = evidence;
  const { incomparable, pictures } = comparison;
  const pair = (found: typeof pictures) => pairPictures(found, notebook, first.outputs);
  const unproven = comparison.asides.filter((aside) => aside.needsProof && !varying.hasPlace(aside.place));
  const asides = comparison.asides.filter((aside) => !unproven.includes(aside));
  const differences: Difference[] = [...comparison.differences, ...unproven.map(toDifference)];
  const parts = { differences, asides };
  const others = differences.filter((each) => !EXCUSED.includes(each.kind) && !varying.explains(each));
  const steady = [...varying.steady, ...others];
  if (isFailure) {
    const error = findError(first.outputs);
    const title = `${error?.ename}: ${error?.evalue}`;
    return toJudgment('failed', { ...parts, reason: title, ...(hidden ? { hidden } : {}) });
  }
  if (steady.length > 0) {
    const drawn = pictures.filter((each) => steady.some(({ place }) => isWithin(place, each.place)));
    return toJudgment('differs', { ...parts, differences: steady, pictures: pair(drawn) });
  }
  if (incomparable.length > 0) {
    const isOpen = (place: string) => !differences.some((each) => isWithin(each.place, place));
    const drawn = pictures.filter(({ place }) => isOpen(place));
    return toJudgment('not-comparable', { ...parts, reason: incomparable[0], pictures: pair(drawn) });
  }
  if (differences.length === 0 && varying.differences.length === 0) return toJudgment('same', parts);
  const all = differences.length > 0 ? differences : varying.differences;
  const runTime = runs.length > 1 && differences.length === 0 ? (runs[1] ?? first).context : first.context;
  const causes = [...new Set(all.map((each) => findCause(each, { source, ownSource }, runTime)))];
  const [kind] = new Set(all.map((each) => each.kind));
  const isOne = varying.differences.length === 0 && all.every((each) => each.kind === kind);
  const reason = (isOne && kind && REASONS.get(kind)) || describeCauses(causes);
  return toJudgment('varies', { ...parts, differences: all, causes, reason });
}

function toDifference({ place, notebook, here }: Aside): Difference {
  return { place, notebook, here, kind: 'value', text: `${notebook}, here ${here}` };
}

/** Certain to be raised each time. */
const LASTING = new Set([
  'ModuleNotFoundError',
  'ImportError',
  'FileNotFoundError',
  'SyntaxError',
  'NameError',
]);

/**
 * Whether another clean run could change the verdict. `mayBeChance`: clean runs that are equal in the order of few items, or
 * in one value among others that vary, can be so by chance.
 */
export function needsAnotherRun(judged: JudgedCell): { isNeeded: boolean; mayBeChance: boolean } {
  const { runs, notebook } = judged;
  const first = runs[0];
  const nothing = { isNeeded: false, mayBeChance: false };
  if (!first || first.notRun || first.isCut) return nothing;
  if (LASTING.has(findError(first.outputs)?.ename ?? '')) return nothing;
  const { differences, asides } = compareOutputs(notebook, first.outputs, first.context);
  const varying = findVarying(notebook, first, runs.slice(1));
  const open = [...varying.steady, ...differences.filter((each) => !varying.explains(each))];
  const isUnproven = asides.some(({ needsProof, place }) => needsProof && !varying.hasPlace(place));
  return {
    isNeeded: runs.length < 2 && (open.length > 0 || isUnproven),
    mayBeChance:
      open.some(({ kind }) => kind === 'order') || (open.length > 0 && varying.differences.length > 0),
  };
}

interface Parts {
  reason?: string | undefined;
  differences?: readonly Difference[];
  asides?: Comparison['asides'];
  hidden?: HiddenName;
  notRun?: NotRunCause;
  causes?: VariationCause[];
  pictures?: PicturePair[];
}

function toJudgment(verdict: CellVerdict, parts: Parts): Judgment {
  const { differences = [], asides = [], pictures = [], reason, ...rest } = parts;
  const told = differences.filter(({ isEcho }) => !isEcho);
  const listed = (told.length > 0 ? told : differences).slice(0, MAX_LISTED);
  return {
    ...rest,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    differences: listed.map(({ place, text }) => ({ place, text })),
    differenceCount: told.length || differences.length,
    ...(pictures.length > 0 ? { pictures } : {}),
    aside: asides.slice(0, MAX_LISTED).map(({ needsProof: _, ...aside }) => shorten(aside)),
    asideCount: asides.length,
  };
}

const MAX_SIDE = 200;

function shorten<T extends { notebook: string; here: string }>(aside: T): T {
  return { ...aside, notebook: aside.notebook.slice(0, MAX_SIDE), here: aside.here.slice(0, MAX_SIDE) };
}

const NOT_RUN: Record<NotRunCause, string> = {
  input: 'It asks for input, which nobody can answer here.',
  network: 'It needs the network, which a clean run does not have.',
  skipped: 'It is tagged skip-execution, was undone, or did not run to its end in the notebook.',
  limit: 'It ran longer than its time limit.',
  lost: 'The kernel ended, so there was nothing to run it in.',
  interrupted: 'The verification was interrupted.',
};

const CAUSES: Record<VariationCause, string> = {
  // The code above draws: whether with a seed, and whether that is what is shown here, is not known.
  random: 'probably numbers drawn without a seed',
  time: 'the time of the run',
  address: 'addresses in memory',
  order: 'the order of items',
  machine: 'the process or the machine',
  unknown: 'something that is not known',
};

/** What is excused although clean runs may have it alike: sets in one order, two runs within a second, one machine. */
const EXCUSED: readonly Difference['kind'][] = ['set-order', 'moment', 'machine'];
const REASONS: ReadonlyMap<Difference['kind'], string> = new Map([
  ['set-order', 'Only the order of a set differs, and sets have no order.'],
  ['moment', 'It shows when it ran.'],
  ['machine', 'It shows the process or the machine that ran it.'],
]);

function describeCauses(causes: readonly VariationCause[]): string {
  return `Clean runs are not equal either: ${causes.map((cause) => CAUSES[cause]).join(', ')}.`;
}
