/**
 * A session as an nbformat 4.5 notebook. Outputs still hold blob references; lib/export inlines them.
 * Cells that did not end well carry the tags Jupyter's executors know, so that the whole file reruns.
 */
import { readTags } from '../../notebook/read-tags.ts';
import { toNbformatOutput, toNbformatOutputs } from '../../notebook/to-nbformat-output.ts';
import { toWidgetMetadata } from '../../notebook/widget-state.ts';
import type { PicturePair, Verification } from '../../protocol/verification/verification.ts';
import { createSourceCache, type SourceCache } from '../../quantities/source-cache.ts';
import { prepareMath } from '../../util/prepare-math.ts';
import { toPlainWords } from '../../util/to-plain-words.ts';
import { isUndone, showStandingRun } from '../back-point.ts';
import type { Call } from '../call-state.ts';
import { readCode } from '../cell-code.ts';
import type { ImportedParts } from '../imported.ts';
import { readQueryFacts } from '../read-query-facts.ts';
import type { Cell, Run, Session } from '../session.ts';
import { type ChangedBasis, describeChangedBasis, findChangedBasis } from '../stale/find-changed-basis.ts';
import { findFileOutputs } from '../stale/find-file-outputs.ts';
import { createStaleFinder, type StaleCells } from '../stale/find-stale.ts';
import { describeNumbers, lookUpAnswer } from '../view/answers/answer-numbers.ts';
import { describeCheck, findCheck, listCheckCells } from '../view/answers/describe-check.ts';
import { type AnswerSources, listAnswerSources } from '../view/answers/list-answer-sources.ts';
import { listSubjects } from '../view/answers/list-subjects.ts';
import { nameAnswer, nameAuthor } from '../view/answers/name-answer.ts';
import { describeEnding, describeOutput } from '../view/cells/describe-output.ts';
import { describeWork } from '../view/layout/describe-work.ts';
import { findDrafts, foldDraft } from '../view/layout/find-drafts.ts';
import { createCellGrouper, type RunSection } from '../view/layout/group-cells.ts';
import { listRunRows, type RunRow } from '../view/layout/list-run-rows.ts';
import { listKeptRuns } from '../view/runs/list-kept-runs.ts';
import { sumRunUsage, sumSessionUsage } from '../view/runs/sum-usage.ts';
import { findVerification, mapPictures } from '../view/verification/describe-verified.ts';
import { describeFunctions, listCalledFunctions, writeInstall } from './describe-needs.ts';
import { linkAnswer } from './link-answer.ts';

export interface NotebookCell {
  id: string;
  /** `code`, `markdown` or `raw`; another one where a file of a later version had it. */
  cell_type: string;
  source: string;
  metadata: Record<string, unknown>;
  attachments?: ImportedParts['attachments'];
  execution_count?: number | null;
  outputs?: Record<string, unknown>[];
  /** Pictures that a clean run drew differently, as outputs of notebook files; for a page. */
  pictures?: NotebookPictures[];
}

export interface NotebookPictures {
  /** What differs, a sentence fragment. */
  text: string;
  notebook: Record<string, unknown>;
  here: Record<string, unknown>;
}

export interface Notebook {
  nbformat: 4;
  /** 5 or later. */
  nbformat_minor: number;
  metadata: Record<string, unknown>;
  cells: NotebookCell[];
}

/**
 * A notebook and a script are run from top to bottom and read their data by name, so their cells stand as they ran. A page
 * is read, so the answer is first.
 */
export type NotebookUse = 'notebook' | 'script' | 'page';

export function toNotebook(session: Session, appVersion: string, use: NotebookUse = 'notebook'): Notebook {
  const widgets = toWidgetMetadata(session.widgets);
  const verification = findVerification(session);
  const functions = listCalledFunctions(session);
  return {
    nbformat: 4,
    nbformat_minor: readMinor(session),
    metadata: {
      ...session.imported?.metadata,
      ...toKernelMetadata(session),
      ...(widgets ? { widgets } : {}),
      actbook: {
        version: appVersion,
        title: session.title,
        kernel: session.kernel.info?.implementation ?? null,
        isolation: session.kernel.info?.isolation ?? null,
        sandboxStart: session.kernel.info?.sandboxStart ?? null,
        isNetworkAllowed: session.isNetworkAllowed,
        ...(session.packages ? { packages: session.packages } : {}),
        ...(functions.length > 0 ? { functions } : {}),
        files: session.files.map(({ name, bytes, blob, credit }) => ({ name, bytes, sha256: blob, credit })),
        usage: sumSessionUsage(session),
        runs: listKeptRuns(session).map(toRunFacts),
        ...(verification ? { verification: toVerificationFacts(verification) } : {}),
      },
    },
    cells: listCells(session, use),
  };
}

interface WriteContext {
  session: Session;
  use: NotebookUse;
  changedBasis: ChangedBasis;
  /** The Markdown of each answer, with its numbers linked and counted, by the ID of the cell. */
  answers: ReadonlyMap<string, string>;
  checkIds: ReadonlySet<string>;
  /** Texts that are not the answer they were to be, by the ID of the cell. */
  drafts: ReadonlyMap<string, string>;
  /** What a clean run drew differently, by the ID of the cell. */
  pictures: ReadonlyMap<string, readonly PicturePair[]>;
  stale: StaleCells;
  fileOutputs: ReadonlySet<string>;
}

function listCells(session: Session, use: NotebookUse): NotebookCell[] {
  const cache = createSourceCache();
  const sources = use === 'script' ? [] : listAnswerSources(session);
  const context = {
    session,
    use,
    changedBasis: findChangedBasis(session),
    answers: new Map(sources.map((each) => [each.answer.id, writeNumbers(each, use, cache)])),
    checkIds: listCheckCells(session),
    drafts: findDrafts(session),
    pictures: mapPictures(use === 'page' ? findVerification(session) : null),
    stale: createStaleFinder()(session),
    fileOutputs: findFileOutputs(session),
  };
  const cells = session.cells.map((cell) => toNotebookCell(cell, context));
  if (use === 'script') return cells;
  const needs = listNeeds(session);
  if (use === 'notebook') return [...needs, ...addRerunNote(cells, session)];
  const written = new Map(cells.map((cell) => [cell.id, cell]));
  const shown = createCellGrouper()(session).flatMap((section) =>
    section.kind === 'cell' ? (written.get(section.cell.id) ?? []) : listRunCells(section, written),
  );
  return [...shown, ...needs];
}

function listNeeds(session: Session): NotebookCell[] {
  const install = writeInstall(session.packages?.packages ?? []);
  const functions = describeFunctions(listCalledFunctions(session), (name) => `\`${name}\``);
  return [
    ...(install ? [toNote('packages-note', `*Packages were added to this notebook:* \`${install}\``)] : []),
    ...(functions ? [toNote('functions-note', functions)] : []),
  ];
}

/** As the page draws them, every fold open. The work gets a line only if there is an answer, and if cells belong to the work. */
function listRunCells(section: RunSection, written: ReadonlyMap<string, NotebookCell>): NotebookCell[] {
  const rows = listRunRows(section, false);
  return rows.flatMap((row, index) => {
    if (row.kind === 'work') {
      const workLength = rows.slice(index).flatMap(listRowCells).length;
      if (workLength === 0 || section.answer.length === 0) return [];
      return toNote(row.key, '### Work', { role: 'work', workLength, workFacts: describeWork(row.summary) });
    }
    const cells = listRowCells(row).flatMap(({ id }) => written.get(id) ?? []);
    if (row.kind !== 'answer' || row.figures.length === 0) return cells;
    const outputs = toNbformatOutputs(row.figures.map(({ output }) => output));
    return cells.map((cell) => ({ ...cell, outputs }));
  });
}

function listRowCells(row: RunRow): Cell[] {
  if (row.kind === 'agent') return [...row.cells];
  if (row.kind === 'cell') return [...row.group.earlier, row.group.cell];
  return row.kind === 'task' || row.kind === 'answer' ? [row.cell] : [];
}

/** Nobody answers under `jupyter execute`: whoever reruns the file reads so at its beginning. */
function addRerunNote(cells: NotebookCell[], { cells: ran }: Session): NotebookCell[] {
  const asking = ran.filter(({ hasAsked, status }) => hasAsked && status === 'ok');
  if (asking.length === 0) return cells;
  const names = asking.map(({ executionCount }) => `In [${executionCount ?? ' '}]`);
  const which =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} ask` : `${names[0]} asks`;
  const note = `*${which} for input, so \`jupyter execute\` and \`actbook exec\` stop there. Run this notebook in JupyterLab, which asks you.*`;
  const [first, ...others] = cells;
  if (first && ran[0]?.role === 'task')
    return [{ ...first, source: `${first.source}\n\n${note}` }, ...others];
  return [toNote('rerun-note', note), ...cells];
}

function toNote(id: string, source: string, actbook?: object): NotebookCell {
  return { id, cell_type: 'markdown', source, metadata: actbook ? { actbook } : {} };
}

/** Until code has run here, the notebook keeps the kernel that its file names, whether that one is installed or not. */
function toKernelMetadata({ imported, executions, kernel: { info, name } }: Session) {
  const { kernelspec, language_info: languageInfo } = imported?.metadata ?? {};
  if (executions > 0 || typeof kernelspec !== 'object' || kernelspec === null || !('name' in kernelspec))
    return {
      kernelspec: {
        name: info?.name ?? name,
        display_name: info?.displayName ?? name,
        language: info?.languageInfo.name ?? 'python',
      },
      language_info: info?.languageInfo ?? languageInfo ?? { name: 'python' },
    };
  const language = 'language' in kernelspec ? kernelspec.language : 'python';
  return { kernelspec, language_info: languageInfo ?? { name: language } };
}

function toRunFacts(run: Run) {
  const checks = run.steps.flatMap(({ check }) => check ?? []);
  return {
    id: run.id,
    model: run.model,
    limits: run.limits,
    usage: sumRunUsage(run),
    steps: run.steps.length,
    ...(checks.length > 0 ? { checks } : {}),
    ...(run.compactions.length > 0 ? { compactions: run.compactions } : {}),
    outcome: run.outcome,
    startedAt: new Date(run.startedAt).toISOString(),
    durationMs: run.endedAt === null ? null : run.endedAt - run.startedAt,
  };
}

/** The report without differences, which are in the log. */
function toVerificationFacts({ cells, startedAt, ...verification }: Verification) {
  return {
    ...verification,
    startedAt: new Date(startedAt).toISOString(),
    cells: cells.map(({ cellId, verdict, reason }) => ({ cellId, verdict, ...(reason ? { reason } : {}) })),
  };
}

/** The version of the file whose cells no earlier version knows. */
function readMinor({ cells }: Session): number {
  return Math.max(5, ...cells.flatMap(({ imported }) => imported?.unknown?.nbformatMinor ?? []));
}

function toNotebookCell(shown: Cell, context: WriteContext): NotebookCell {
  const cell = showStandingRun(shown);
  const metadata: Record<string, unknown> = {
    ...cell.imported?.metadata,
    // Its one line of output is what is read; Jupyter shows the code with a click.
    ...(context.checkIds.has(cell.id) ? { jupyter: { source_hidden: true } } : {}),
    actbook: toFacts(cell, context, cell !== shown),
  };
  if (cell.type === 'markdown') {
    const { isRaw, attachments, unknown } = cell.imported ?? {};
    if (unknown && context.use === 'notebook')
      return { ...unknown.fields, id: cell.id, cell_type: unknown.cellType, source: cell.source, metadata };
    return {
      id: cell.id,
      cell_type: isRaw ? 'raw' : 'markdown',
      source: writeDollars(toMarkdown(cell, context), cell, context.use),
      metadata,
      ...(attachments === undefined ? {} : { attachments }),
    };
  }
  const tags = listTags(cell, context.use);
  const pictures = context.pictures.get(cell.id)?.map(({ text, notebook, here }) => ({
    text,
    notebook: toNbformatOutput(notebook),
    here: toNbformatOutput(here),
  }));
  return {
    id: cell.id,
    cell_type: 'code',
    source: context.use === 'page' ? cell.source : readCode(cell),
    metadata: tags.length > 0 || 'tags' in metadata ? { ...metadata, tags } : metadata,
    execution_count: cell.executionCount,
    outputs: toNbformatOutputs(cell.outputs),
    ...(pictures ? { pictures } : {}),
  };
}

function toFacts(cell: Cell, context: WriteContext, isEarlier: boolean) {
  const note = [isEarlier ? LAST_UNDONE : '', describeCode(cell, context)].filter(Boolean).join(' ');
  return {
    role: cell.imported?.role ?? cell.role,
    author: cell.author,
    runId: cell.runId,
    step: cell.step,
    // With its own text: what opens the file again has the cell as it was.
    ...toSqlFacts(cell),
    ...(cell.askId === undefined ? {} : { askId: cell.askId }),
    ...(cell.edit ? { editedBy: { runId: cell.edit.runId, step: cell.edit.step } } : {}),
    ...(cell.hasLateOutput ? { hasLateOutput: true } : {}),
    ...(cell.isPartial ? { isPartial: true } : {}),
    ...(isUndone(cell) ? { isUndone: true } : {}),
    ...(note === '' ? {} : { note }),
    ...(context.drafts.has(cell.id) ? { draft: context.drafts.get(cell.id) } : {}),
    ...(cell.calls.length > 0 ? { calls: cell.calls.map(toCallFacts) } : {}),
  };
}

function toSqlFacts({ source, language }: Cell) {
  if (!language) return {};
  const { name: _, ...facts } = language;
  return { sql: { source, ...facts } };
}

/** How code ended, if its outputs do not show it, whether its output is of other code, and what the user did to it before it ran. */
function describeCode(cell: Cell, { stale, fileOutputs }: WriteContext): string {
  const { id, type, source, verdict } = cell;
  if (type !== 'code') return '';
  const output = describeOutput(cell, stale.get(id)?.join(', ') ?? '', fileOutputs.has(id));
  const isAsEdited = verdict?.decision === 'edit' && verdict.source === source;
  const state = output || (isAsEdited ? 'The user changed this code before it ran.' : '');
  return [isUndone(cell) ? UNDONE : '', describeEnding(cell), state].filter(Boolean).join(' ');
}

const UNDONE = 'This cell was undone: what it did to variables was taken back, and it does not run again.';
const LAST_UNDONE = 'The last run of this cell was undone: what is here is of an earlier run.';

/** The facts of a call without its values, which the notebook's own outputs show as far as they matter. */
function toCallFacts(call: Call) {
  const { name, status, error, startedAt, endedAt } = call;
  const durationMs = endedAt === null ? null : endedAt - startedAt;
  return { name, status, durationMs, ...(error === undefined ? {} : { error }), ...readQueryFacts(call) };
}

function toMarkdown(cell: Cell, { session, use, changedBasis, answers, drafts }: WriteContext): string {
  const draft = drafts.get(cell.id);
  if (draft !== undefined) return use === 'notebook' ? foldDraft(draft, cell.source) : cell.source;
  const basis = changedBasis.get(cell.id);
  const run = session.runs.find((each) => each.id === cell.runId);
  if (cell.role === 'answer') {
    const note = basis ? `\n\n*${describeChangedBasis(basis)}*` : '';
    const source = answers.get(cell.id) ?? cell.source;
    return `### ${nameAnswer(cell, run)}\n\n${source}${run && !basis ? noteCheck(run) : ''}${note}`;
  }
  if (cell.role === 'steer') return `### Message during the run\n\n${cell.source}`;
  return cell.role === 'task' ? toTask(cell, run, use) : cell.source;
}

/** Jupyter draws what is between two dollars as a formula, also where Markdown escapes them: each is on its own. */
const DOLLAR = '<span>&#36;</span>';

/** What was written here says money and formulas as the app's page shows them; cells of the user and of files are as they are. */
function writeDollars(source: string, { author, role, imported }: Cell, use: NotebookUse): string {
  const isWrittenHere = author === 'agent' || role === 'task' || role === 'steer';
  if (!isWrittenHere || imported || use === 'script') return source;
  return use === 'page' ? prepareMath(source) : prepareMath(source, DOLLAR);
}

function toTask(cell: Cell, run: Run | undefined, use: NotebookUse): string {
  const files = (run?.task.files ?? []).map((name) => `\`${name}\``);
  const lines = ['### Task', cell.source];
  if (files.length > 0) {
    const keep = ` (keep ${files.length > 1 ? 'them' : 'it'} in the same folder as this ${use})`;
    lines.push(`Data: ${files.join(', ')}${use === 'page' ? '' : keep}`);
  }
  for (const { cell, quote } of run ? listSubjects(run) : []) {
    lines.push(`About ${nameCell(cell)}.`);
    if (quote !== undefined) lines.push(quote.replaceAll(/^/gm, '> '));
  }
  if (run && run.outcome !== null) lines.push(`*${nameAuthor(run)}*`);
  return lines.join('\n\n');
}

/** As exported pages name their cells. */
const toPageAddress = (cellId: string) => `#cell-${cellId}`;
/** As JupyterLab addresses cells. */
const toNotebookAddress = (cellId: string) => `#cell-id=${cellId}`;

/** If it was not checked, the cells and the metadata say so. */
function noteCheck(run: Run): string {
  const check = findCheck(run);
  if (!check || check.verdict === 'not-checked') return '';
  return `\n\n*${toPlainWords(describeCheck(check))}.*`;
}

function writeNumbers(sources: AnswerSources, use: NotebookUse, cache: SourceCache): string {
  const { source } = sources.answer;
  const found = lookUpAnswer(source, sources, cache);
  const linked = linkAnswer(source, found, use === 'page' ? toPageAddress : toNotebookAddress);
  const note = describeNumbers(found, sources.isWithoutCode, toPlainWords);
  return note === null ? linked : `${linked}\n\n*${note}*`;
}

function nameCell({ type, executionCount }: Cell): string {
  if (type === 'markdown') return 'a text above';
  return executionCount === null ? 'a cell above' : `the cell In [${executionCount}]`;
}

/** Executors' tags of a file say how its cells ended elsewhere, if an export of ours wrote them; a script has what ran here. */
function listTags(cell: Cell, use: NotebookUse): unknown[] {
  const { metadata = {} } = cell.imported ?? {};
  const hasEndedWell = cell.status === 'ok';
  const isOutdated = hasEndedWell && (use === 'script' || 'actbook' in metadata);
  const brought = readTags(metadata).filter((tag) => !isOutdated || !EXECUTOR_TAGS.includes(String(tag)));
  return [...new Set([...brought, ...toTags(cell)])];
}

const EXECUTOR_TAGS = ['raises-exception', 'skip-execution'];

/** `raises-exception` lets a rerun go past an error that is part of the story; the others would hang or kill it. */
function toTags(cell: Cell): string[] {
  if (isUndone(cell)) return ['skip-execution'];
  if (cell.status === 'error') return ['raises-exception'];
  const isAsBrought = cell.status === 'idle' && cell.imported !== undefined;
  return cell.status === 'ok' || isAsBrought ? [] : ['skip-execution'];
}
