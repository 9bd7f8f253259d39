/** A session as the conversation a model reads: entries in order, each of which can be rendered shorter. */

import { findLanguage } from '../../execution/languages/find-language.ts';
import type { ContentPart, ModelMessage } from '../../model/model.ts';
import type { ObservedImage } from '../../observation/choose-images.ts';
import type { ObservationOptions } from '../../observation/observation-options.ts';
import { shortenText } from '../../observation/shorten/shorten-text.ts';
import type { Observation } from '../../observation/to-observation.ts';
import type { ContextMark } from '../../protocol/runs/compaction.ts';
import { listStepCells } from '../../session/cell-versions.ts';
import { describeNames, joinNames } from '../../session/kernel-names.ts';
import type { Rebuild, SessionKernel } from '../../session/kernel-state.ts';
import { type CellVersion, indexCells, type Run, type Session, type Step } from '../../session/session.ts';
import { describeBudget } from '../../session/view/runs/describe-budget.ts';
import { splitTitle } from '../../session/view/titles/split-title.ts';
import { describeAbout } from './describe-about.ts';
import { describeAsk } from './describe-asks.ts';
import { type ChangeNote, describeChanges, describeChangesDuring } from './describe-changes.ts';
import { labelCode, nameObserved } from './name-cell.ts';
import type { PromptCache } from './prompt-cache.ts';

/** One message of the step that `mark` names. What the user did meanwhile belongs to the step before it. */
export interface PlacedEntry extends Entry {
  readonly mark: ContextMark;
}

/**
 * One message. Old ones of the kind `observation` are shown short; `render` keeps text under `maxLength` characters, and
 * drops images when that is finite.
 */
interface Entry {
  readonly kind: 'task' | 'reply' | 'observation' | 'note';
  render(maxLength: number): ModelMessage;
}

export interface TranscriptOptions extends ObservationOptions {
  nativeTools: boolean;
  cache: PromptCache;
}

/** Everything up to the end of the run: earlier runs, what users ran between them, this run's steps. */
export function toTranscript(
  session: Session,
  run: Run,
  transcriptOptions: TranscriptOptions,
): PlacedEntry[] {
  const options = { ...transcriptOptions, fence: findLanguage(session.kernel).fence };
  const placed: PlacedEntry[] = [];
  const losses = createLossTracker(session.kernels);
  let mark: ContextMark = { runId: session.runs[0]?.id ?? run.id, step: 0 };
  const place = (...entries: Entry[]) => placed.push(...entries.map((entry) => ({ ...entry, mark })));
  const placeTold = (changes: readonly ChangeNote[]) => {
    for (const told of changes) {
      const kernelId = told.cell?.kernelId ?? null;
      const news = kernelId === null ? NO_NEWS : losses.takeNews(kernelId);
      // What they took back is not to be seen in the cells.
      place(...(news.now.some(({ back }) => back) ? lossEntries(news) : []));
      place(toToldEntry(told, options), ...(told.cell ? losses.passCell(told.cell) : []));
    }
  };
  const cells = indexCells(session);
  // Runs whose cells the user has deleted are included: the model keeps what it has seen, and a note reports the deletion.
  for (const each of session.runs) {
    const changes = describeChanges(session, each, options.fence);
    placeTold(changes);
    mark = { runId: each.id, step: 0 };
    place(...lossEntries(losses.takeNews(each.kernelId)), ...rebuildEntries(session, each));
    const about = describeAbout(each, changes, options.fence);
    place(...about.map((told) => toToldEntry(told, options)), taskEntry(each), ...steerEntries(each, 0));
    placeTold(describeChangesDuring(session, each, 0, options.fence));
    const keptFrom = findKept(session, each);
    for (const step of each.steps) {
      mark = { runId: each.id, step: step.index };
      const isGiven = step.index >= keptFrom;
      const written = listStepCells(session, each.id, step, cells);
      const kernelId = written[0]?.kernelId ?? null;
      const news = kernelId === null ? NO_NEWS : losses.takeNews(kernelId);
      place(...lossEntries(news), ...toStepEntries(step, written, { ...options, isGiven }));
      place(...written.flatMap(losses.passCell));
      place(...budgetEntries(each, step.index), ...steerEntries(each, step.index, written));
      placeTold(describeChangesDuring(session, each, step.index, options.fence));
    }
    if (each.id === run.id) break;
  }
  place(...lossEntries(losses.takeNews(session.kernel.id)));
  return placed;
}

function toToldEntry({ text, cell }: ChangeNote, options: TranscriptOptions): Entry {
  return cell ? observationEntry(cell, text, options) : note(text);
}

interface KernelNews {
  readonly ended: readonly SessionKernel[];
  readonly now: readonly SessionKernel[];
}

const NO_NEWS: KernelNews = { ended: [], now: [] };

/** Tells where the conversation must say that the variables were lost: once for each loss, where it happened. */
function createLossTracker(kernels: readonly SessionKernel[]) {
  // Null: nothing was defined yet.
  let known: string | null = null;
  /** The model knows already that all of it is gone. */
  let isGone = false;
  const findPlace = (kernelId: string) => kernels.findIndex(({ id }) => id === kernelId);
  return {
    /** The kernels after the one that the model knows, up to this one, after those that ended in between. */
    takeNews: (kernelId: string): KernelNews => {
      const from = known === null ? findPlace(kernelId) : findPlace(known);
      const ended = kernels.slice(from, findPlace(kernelId));
      const now = kernels.slice(from + 1, findPlace(kernelId) + 1);
      // A step back may bring again what the model knows to be gone.
      const news = isGone && !now.some(({ back }) => back) ? NO_NEWS : { ended, now };
      known = kernelId;
      isGone = false;
      return news;
    },
    /** A cell that killed its kernel tells so itself; what was lost is added. */
    passCell: ({ status, kernelId }: CellVersion): Entry[] => {
      const hasDied = status === 'kernel-died';
      known = kernelId;
      isGone = hasDied;
      const names = hasDied ? kernels.find(({ id }) => id === kernelId)?.loss?.names : [];
      return names?.length ? [note(`[Gone with the kernel: ${describeNames(names)}.]`)] : [];
    },
  };
}

function taskEntry(run: Run): Entry {
  const { text, files, schema, instruction } = run.task;
  const named = files.length > 0 ? `\n\nFiles: ${files.join(', ')}` : '';
  const form = schema ? `\n\n${SCHEMA_MESSAGE}\n${JSON.stringify(schema)}` : '';
  const heading = run.isPart ? '' : 'How to go about it: ';
  const how = instruction ? `\n\n${heading}${instruction}` : '';
  return { kind: 'task', render: () => ({ role: 'user', content: `Task: ${text}${named}${how}${form}` }) };
}

const SCHEMA_MESSAGE =
  'The final answer to this task is read by a program, so it is not Markdown: when you know it, reply with one JSON value in a json block and nothing else. It must be valid against this JSON Schema:';

/** Warnings of budgets stay where the model was given them. */
function budgetEntries(run: Run, step: number): Entry[] {
  return run.budgetWarnings
    .filter((warning) => warning.step === step)
    .map(describeBudget)
    .map((used) =>
      note(`[${used} of this run are used. Come to an answer soon: at the limit you can only sum up.]`),
    );
}

/** The user's words that came after so many steps had begun; `cells`: those of the last one. */
function steerEntries(run: Run, step: number, cells: readonly CellVersion[] = []): Entry[] {
  // A cell may have ended by itself just then.
  const isInterrupted = cells.some(({ status }) => status === 'interrupted');
  return run.steers
    .filter((steer) => steer.step === step)
    .map(({ text, interrupt }) => {
      const opening = interrupt && isInterrupted ? INTERRUPTION : 'The user says, while you work';
      return { kind: 'task', render: () => ({ role: 'user', content: `${opening}: ${text}` }) };
    });
}

const INTERRUPTION =
  'The user interrupted the running cell to say this, and you can continue with what there is';

function lossEntries({ ended, now }: KernelNews): Entry[] {
  const back = now.findLast((each) => each.back);
  if (back) {
    // What was lost before the kernel that it went back to, and after.
    const from = Math.max(
      0,
      ended.findIndex(({ id }) => id === back.parent),
    );
    const place = now.indexOf(back) + 1;
    const before = lossEntries({ ended: ended.slice(0, from), now: now.slice(0, from) });
    const after = lossEntries({ ended: ended.slice(place), now: now.slice(place) });
    return [...before, note(toBackMessage(ended[place - 1]?.loss?.reason)), ...after];
  }
  const losses = ended.flatMap(({ loss }) => loss ?? []);
  // A process that held nothing has no loss worth a reason.
  const loss = losses.find(({ names }) => names.length > 0) ?? losses.at(-1);
  if (!loss) return [];
  const names = losses.map((each) => each.names).reduce(joinNames);
  const gone = names.length > 0 ? ` Gone: ${describeNames(names)}.` : '';
  const rest = 'Every variable, import and function from before is gone; files are not affected.';
  return [note(`[The kernel was restarted. ${loss.reason}${gone} ${rest}]`)];
}

function toBackMessage(reason = 'A cell was taken back.'): string {
  return `[${reason} What that cell and later ones did to variables is undone; what ran before it is as it was. Files are not affected.]`;
}

/** What the user had rebuilt before this run, unless it was lost again. */
function rebuildEntries(session: Session, run: Run): Entry[] {
  const index = session.runs.indexOf(run);
  return session.rebuilds
    .filter(({ runCount, status }) => runCount === index && status !== 'running')
    .filter(({ kernelId, beside, status }) => kernelId === run.kernelId && (!beside || status === 'ok'))
    .map((rebuild) => note(toRebuildMessage(rebuild)));
}

function toRebuildMessage({ cellIds, done, reason, back, missing }: Rebuild): string {
  const parts = [
    `Then the user had the cells above that had ended well, and that this kernel had not run, run again: ${done} of ${cellIds.length} ran.`,
    reason ?? '',
    back.length > 0 ? `Defined again: ${describeNames(back)}.` : '',
    missing.length > 0 ? `Still gone: ${describeNames(missing)}.` : '',
  ];
  return `[${parts.filter((part) => part !== '').join(' ')}]`;
}

/** The step from which on an answer was given, although it may have been sent back: the run gave no other. */
function findKept({ cells }: Session, run: Run): number {
  const isGiven = cells.some(({ role, runId }) => role === 'answer' && runId === run.id);
  const last = run.steps.findLast(({ action }) => action === 'answer');
  return isGiven ? (last?.index ?? 0) : Number.POSITIVE_INFINITY;
}

interface StepOptions extends TranscriptOptions {
  /** Label of the fences around code that users or tool calls ran. */
  fence: string;
  /** Whether the answer of the step was given. */
  isGiven: boolean;
}

function toStepEntries(step: Step, cells: readonly CellVersion[], options: StepOptions): Entry[] {
  const reply = options.cache.readReply(step);
  // A model that sees its own title ends each answer with one.
  const text = step.action === 'answer' ? splitTitle(reply).answer : reply;
  const { fence } = options;
  const asCalls = options.nativeTools && step.toolCalls.length > 0;
  const entries: Entry[] = [];
  if (asCalls) {
    const toolCalls = step.toolCalls.map((call) => ({ ...call }));
    entries.push({ kind: 'reply', render: () => ({ role: 'assistant', content: text, toolCalls }) });
    entries.push(...toolEntries(step, cells, options), ...picturesEntry(cells, options));
  } else {
    const ran = cells.map(
      (cell) => `\`\`\`${labelCode(cell, fence)}\n${cell.verdict?.written ?? cell.source}\n\`\`\``,
    );
    const written = step.toolCalls.length > 0 ? [text, ...ran].join('\n\n').trim() : text;
    if (written !== '') entries.push(textEntry('reply', 'assistant', written));
    for (const [index, cell] of cells.entries()) {
      const block = cells.length > 1 ? ` of code block ${index + 1}` : '';
      const title = `${describeCode(cell, step, options)}Observation${block} ${nameObserved(cell)}:\n`;
      entries.push(observationEntry(cell, title, options));
    }
  }
  if (!asCalls)
    entries.push(...(step.asks ?? []).map((ask) => textEntry('observation', 'user', describeAsk(ask))));
  if (step.actionError !== null && !(asCalls && cells.length === 0)) entries.push(note(step.actionError));
  if (step.skill) entries.push(note(`[The skill “${step.skill.path}” says:]\n${step.skill.text}`));
  entries.push(...reviewEntries(step, options));
  if (step.action === 'none' && step.actionError === null)
    entries.push(note('[The reply was broken off here.]'));
  return entries;
}

/** What a reviewer had against the answer, or the app itself where no model is named. */
function reviewEntries({ review }: Step, { isGiven }: StepOptions): Entry[] {
  const { verdict, text = '' } = review?.result ?? {};
  if (verdict === 'objected')
    return [note(`[A reviewer objects to this answer, and the user reads both: ${text}]`)];
  if (verdict !== 'returned') return [];
  if (review?.model)
    return [
      note(
        `[This answer has not reached the user. A reviewer read the work and sent it back: ${text}\nCheck what is right in that, with code where needed, then answer again. The user sees only that answer, so make it complete.]`,
      ),
    ];
  const found = text.replaceAll(/^/gm, '- ');
  if (isGiven) return [note(`[This was found in the answer before it was given:\n${found}]`)];
  return [
    note(
      `[This answer has not reached the user. It was compared with the notebook, and is sent back once:\n${found}\nThen answer again. The user sees only that answer, so make it complete.]`,
    ),
  ];
}

/** Says which code ran where it is not that of the reply: the user changed it, or the step answers and a reviewer wrote it. */
function describeCode(cell: CellVersion, { action }: Step, { fence }: StepOptions): string {
  if (cell.isValues) return '[The kernel computed the values of this answer:]\n';
  const code = `\`\`\`${labelCode(cell, fence)}\n${cell.source}\n\`\`\`\n`;
  if (action === 'answer')
    return `[A reviewer had this code run to check the answer. Its variables are gone:]\n${code}`;
  if (cell.verdict?.decision !== 'edit') return '';
  return `[The user changed your code before it ran. This ran instead:]\n${code}`;
}

/** Servers reject a conversation in which a tool call has no answer: one that was not run gets one too. */
function toolEntries(step: Step, cells: readonly CellVersion[], options: StepOptions): Entry[] {
  return step.toolCalls.map((call) => {
    const cell = cells.find(({ edit, toolCallId }) => (edit ?? { toolCallId }).toolCallId === call.id);
    const ask = step.asks?.find(({ toolCallId }) => toolCallId === call.id);
    const missing = cells.length > 0 ? '[Not run.]' : (step.actionError ?? '[Not run.]');
    const fallback = ask ? describeAsk(ask) : missing;
    return {
      kind: 'observation',
      render: (maxLength) => {
        const text = cell
          ? `${describeCode(cell, step, options)}${nameObserved(cell)}\n${observe(cell, options, maxLength).text}`
          : fallback;
        return { role: 'tool', toolCallId: call.id, content: shortenText(text, maxLength) };
      },
    };
  });
}

function observationEntry(cell: CellVersion, title: string, options: TranscriptOptions): Entry {
  return {
    kind: 'observation',
    render: (maxLength) => {
      const { text, images } = observe(cell, options, maxLength);
      const shown = title + shortenText(text, maxLength);
      return { role: 'user', content: images.length > 0 ? withImages(shown, images) : shown };
    },
  };
}

/** Pictures are the first to go when there is little room: words take their place. */
function observe(cell: CellVersion, options: TranscriptOptions, maxLength: number): Observation {
  const isShort = maxLength !== Number.POSITIVE_INFINITY;
  return options.cache.observe(cell, isShort ? { ...options, vision: false } : options);
}

function withImages(text: string, images: readonly ObservedImage[]): ContentPart[] {
  const parts = images.map(({ mimeType, data, tokens }): ContentPart => {
    const bytes = typeof data === 'string' ? { base64: data } : { base64: '', stored: data };
    return { type: 'image', mimeType, tokens, ...bytes };
  });
  return [{ type: 'text', text }, ...parts];
}

/** The answer to a tool call is text alone: its cell's pictures come in a message after it. */
function picturesEntry(cells: readonly CellVersion[], options: TranscriptOptions): Entry[] {
  const images = cells.flatMap((cell) => options.cache.observe(cell, options).images);
  if (images.length === 0) return [];
  const render = (maxLength: number): ModelMessage => {
    const isShort = maxLength !== Number.POSITIVE_INFINITY;
    return { role: 'user', content: isShort ? NO_PICTURES : withImages(PICTURES, images) };
  };
  return [{ kind: 'observation', render }];
}

const PICTURES = 'The pictures attached to the outputs above:';
const NO_PICTURES = '[The pictures of the outputs above are no longer attached.]';

function note(text: string): Entry {
  return textEntry('note', 'user', text);
}

function textEntry(kind: Entry['kind'], role: 'user' | 'assistant', text: string): Entry {
  return { kind, render: (maxLength) => ({ role, content: shortenText(text, maxLength) }) };
}
