/**
 * The agent's loop: the model acts, the kernel executes, the model reads the outputs, until it answers or
 * something stops it (CodeAct: Wang et al. 2024, https://arxiv.org/abs/2402.01030).
 */

import { z } from 'zod';
import { findLanguage } from '../../execution/languages/find-language.ts';
import { readInstalledPackages } from '../../execution/read-installed-packages.ts';
import { defineHostTools } from '../../execution/tools/define-host-tools.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Model } from '../../model/model.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { traitsOf } from '../../protocol/models/model-traits.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import type { SkillEntry } from '../../protocol/runs/skill-entry.ts';
import { FileHead } from '../../protocol/tables/file-head.ts';
import { KeyOverlap } from '../../protocol/tables/key-overlap.ts';
import { type Run, readRun } from '../../session/session.ts';
import { AppError, isAppError, toMessage } from '../../util/app-error.ts';
import { PATIENT_STOP } from '../../util/patient-stop.ts';
import { describeProfile } from '../prompt/describe-profile.ts';
import { createPromptCache } from '../prompt/prompt-cache.ts';
import type { CellStop, RunContext, RunInput, Skills } from '../run-context.ts';
import { defineTools } from './define-tools.ts';
import { giveKeptAnswer } from './give-answer.ts';
import { resumeStep } from './resume-step.ts';
import { awaitKernel } from './run-agent-cell.ts';
import { createRunDeadline } from './run-deadline.ts';
import { runStep } from './run-step.ts';
import { cancelled, findStop, timedOut } from './stop-conditions.ts';
import { sumUp, sumUpLate, warnOfBudgets } from './sum-up.ts';

/**
 * Yields every event the run causes, `run-end` last and exactly once, whatever happens. The caller folds each into
 * `options.session` before it asks for the next. Throws only for an unknown run.
 */
export async function* runAgent(options: RunInput): AsyncGenerator<EventBody> {
  const { runId, kernel, signal } = options;
  const { limits } = readRun(options);
  const deadline = createRunDeadline(limits.runTimeoutMs, options.resumedAfterMs);
  const late = createLateEvents(options.onLate);
  const cellStop = createCellStop();
  const context: RunContext = {
    runId,
    model: options.model,
    reviewer: options.reviewer ?? null,
    kernel,
    limits,
    prompt: { cache: createPromptCache(), ...options.prompt },
    clock: deadline,
    screening: options.screening ?? { numbers: 'on' },
    skills: 'plan' in options.model ? null : (options.skills ?? null),
    askAgents: options.askAgents ?? null,
    forkKernel: options.forkKernel ?? (async () => null),
    signal: AbortSignal.any([signal, deadline.signal]),
    onInput: options.onInput,
    onApproval: options.onApproval,
    hostTools: options.hostTools ?? [],
    readBlob: options.readBlob,
    toolProblems: options.toolProblems ?? [],
    connections: options.connections ?? [],
    onLate: late.take,
    cellStop,
    letUserRun: async () => {
      await options.runWaiting?.(deadline.pause);
      deadline.resume();
    },
    get session() {
      return options.session;
    },
  };
  const stopHearing = options.onInterrupt?.(cellStop.stop);
  let outcome: Outcome | null = null;
  try {
    requireLanguage(kernel, options.model);
    for await (const event of runSteps(context, late, options)) {
      if (event.type === 'run-end') outcome = event.outcome;
      else {
        if (event.type === 'cell-limit') deadline.extend(event.extendedMs ?? 0);
        yield event;
      }
    }
  } catch (error) {
    outcome = toFailure(error);
  } finally {
    deadline.clear();
    stopHearing?.();
  }
  const end = yield* settle(context, signal, outcome);
  yield* late.end();
  yield { type: 'run-end', runId, outcome: end };
}

type LateEvents = ReturnType<typeof createLateEvents>;

/** Events of a run's cells that come after their cell ended: taken in by the run while it lasts, then handed on. */
function createLateEvents(onLate: ((body: EventBody) => void) | undefined) {
  const waiting: EventBody[] = [];
  let isOver = false;
  const drain = () => waiting.splice(0);
  return {
    /** The kernel keeps it as long as its process lives: it must hold on to nothing of the run. */
    take: (body: EventBody) => {
      if (isOver) onLate?.(body);
      else waiting.push(body);
    },
    /** What came since the last time. */
    drain,
    /** The run is over: what came, and from now on all goes to `onLate`. */
    end: () => {
      isOver = true;
      return drain();
    },
  };
}

function createCellStop(): CellStop {
  let latest = new AbortController();
  return {
    begin: (signal) => {
      latest = new AbortController();
      return AbortSignal.any([signal, latest.signal]);
    },
    stop: () => latest.abort(PATIENT_STOP),
  };
}

/** Throws AppError `bad-request` for a kernel of a language that the model does not write. */
function requireLanguage(kernel: Kernel, { info }: Model): void {
  const language = findLanguage(kernel);
  const { languages } = traitsOf(info);
  if (!languages || languages.includes(language.label)) return;
  throw new AppError(
    'bad-request',
    `The ${info.label} writes ${languages.join(' and ')} only, but this notebook's kernel runs ${language.label}. Use a notebook with another kernel, or a language model, which can write ${language.label}.`,
  );
}

/** How the run ends, with the answer that there is. `signal`: the user's word, without the time limit. */
async function* settle(
  context: RunContext,
  signal: AbortSignal,
  outcome: Outcome | null,
): AsyncGenerator<EventBody, Outcome> {
  if (outcome?.status === 'answered') return outcome;
  let end = outcome ?? toFailure('The run ended without an outcome.');
  // An abort explains every failure that followed from it, but takes no answer back.
  if (signal.aborted) end = cancelled();
  else if (context.signal.aborted) {
    end = timedOut(context.clock.limitMs);
    yield* sumUpLate(context, signal, end);
  }
  return (yield* giveKeptAnswer(context)) ?? end;
}

async function* runSteps(
  context: RunContext,
  late: LateEvents,
  { resumedAfterMs, readContext }: RunInput,
): AsyncGenerator<EventBody> {
  const { runId, kernel, signal } = context;
  let outcome: Outcome | null = null;
  if (resumedAfterMs !== undefined) {
    await context.letUserRun();
    outcome = yield* resumeStep(context);
  } else yield* tellContext(context, readContext);
  let kernelId: string | null = null;
  while (!signal.aborted && (!outcome || isUnheard(context, outcome))) {
    yield* late.drain();
    await context.letUserRun();
    if (kernel.status === 'dead' || kernel.status === 'restarting') await awaitKernel(context);
    if (kernelId !== context.session.kernel.id) {
      yield* defineHostTools(context);
      yield* listPackages(context);
      yield* profileFiles(context);
    }
    kernelId = context.session.kernel.id;
    yield* defineTools(context);
    const stop = findStop(context.session, readRun(context));
    if (stop) yield* sumUp(context, stop);
    else yield* warnOfBudgets(context);
    const step = readRun(context).steps.length + 1;
    outcome = stop ?? (signal.aborted ? null : yield* runStep(context, step));
  }
  if (outcome) yield { type: 'run-end', runId, outcome };
}

/**
 * Finds out the versions that a run's prompts state.
 * To be done once for each kernel process before the model's next step, so that the beginning of the prompt stays the same.
 * Yields `run-packages` when the run knows other versions.
 */
async function* listPackages(context: RunContext): AsyncGenerator<EventBody> {
  const { kernel, runId } = context;
  const { packages: stated, wantedPackages = [] } = findLanguage(kernel);
  const names = stated && [...stated, ...wantedPackages];
  const packages = names ? ((await readInstalledPackages(kernel, names)) ?? []) : [];
  const known = readRun(context).packages;
  if (JSON.stringify(packages) !== JSON.stringify(known)) yield { type: 'run-packages', runId, packages };
}

/** What the user has written down before, as it is now. */
async function* tellContext(
  context: RunContext,
  readContext: RunInput['readContext'],
): AsyncGenerator<EventBody> {
  const { runId, skills } = context;
  const text = (await readContext?.()) ?? '';
  const listed = skills ? await listSkills(skills, readRun(context)) : [];
  if (text === '' && listed.length === 0) return;
  yield { type: 'run-context', runId, text, ...(listed.length > 0 ? { skills: listed } : {}) };
}

/** Lists the skills for the prompt. A skill that the task names comes with its full text. */
async function listSkills(skills: Skills, { task }: Run): Promise<SkillEntry[]> {
  const listed = await skills.list();
  return Promise.all(
    listed.map(async (entry) => {
      const { name } = entry;
      const text = isNamed(task.text, name) ? await skills.read(name).catch(() => null) : null;
      return text === null ? entry : { ...entry, text };
    }),
  );
}

/** As a word, in any case: the name has letters, digits, and hyphens only. */
function isNamed(text: string, name: string): boolean {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_-])${name}(?![\p{L}\p{N}_-])`, 'iu').test(text);
}

/** Whether an answer was given, or refused, before the model heard what the user said last, and there is room to go on. */
function isUnheard(context: RunContext, outcome: Outcome): boolean {
  const run = readRun(context);
  const lastStep = run.steps.at(-1)?.index ?? 0;
  const isTold = run.steers.some(({ step }) => step >= lastStep);
  const isRefused = outcome.status === 'stopped' && outcome.reason === 'no-answer';
  return isTold && (isRefused || outcome.status === 'answered') && !findStop(context.session, run);
}

function toFailure(error: unknown): Outcome {
  return { status: 'failed', code: isAppError(error) ? error.code : 'internal', message: toMessage(error) };
}

/** Files that are profiled; more are named only. */
const MAX_FILES = 12;

/** Yields a profile for each file that has none yet, and another for one whose keys match those of a file that is new. */
async function* profileFiles(context: RunContext): AsyncGenerator<EventBody> {
  const { kernel, session, signal, model } = context;
  const { data } = findLanguage(kernel);
  if (!data || 'plan' in model) return;
  const files = session.files.slice(0, MAX_FILES);
  if (files.every(({ profile }) => profile !== undefined)) return;
  const names = files.map(({ name }) => name);
  const found = names.length > 1 ? await data.findOverlaps(kernel, names).catch(() => null) : null;
  // Code in the kernel may answer anything, so its answers are checked.
  const overlaps = z.array(KeyOverlap).safeParse(found).data ?? [];
  for (const { name, blob, profile } of files) {
    const own = overlaps.filter(({ from }) => from.file === name);
    if (signal.aborted) return;
    if (profile !== undefined && own.length === 0) continue;
    const head = FileHead.safeParse(await data.describeHead(kernel, name).catch(() => null)).data;
    const text = head ? describeProfile(head, own) : '';
    if (text !== profile) yield { type: 'file-profile', blob, text };
  }
}
