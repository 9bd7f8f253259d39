/** A new session that begins as a notebook file: its cells and outputs in the log, the file itself in the workspace. */
import type { ExecutionEvent, KernelProvider } from '../../kernel/kernel.ts';
import type { NotebookFile } from '../../notebook/notebook-file.ts';
import type { MimeBundle, Output } from '../../notebook/output.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { createId } from '../../protocol/id.ts';
import type { ScheduleOrigin } from '../../protocol/schedules/schedule-origin.ts';
import type { ImportedCell } from '../../protocol/sessions/notebook-import.ts';
import { type CellWithOutputs, fromNotebook } from '../../session/notebook/from-notebook.ts';
import { AppError } from '../../util/app-error.ts';
import { joinDeltas } from '../events/held-deltas.ts';
import type { OwnWorkbench } from '../kernels/workbench.ts';
import { boundOutputs, type PutBlob, storeBundle } from '../outputs/bound-outputs.ts';
import { DEFAULT_KERNEL, toTitle } from './start-session.ts';

export interface NotebookToImport {
  /** The name of the file, `.ipynb` included. */
  name: string;
  notebook: NotebookFile;
  /** The run of a schedule that makes it: then no list has it. */
  scheduleOf?: ScheduleOrigin;
}

/** The limit for all cells together, where pieces of one stream count once: whoever reads the session goes through all of them. */
const MAX_OUTPUTS = 50_000;
const TOO_MANY_OUTPUTS = `it has more than ${MAX_OUTPUTS.toLocaleString('en-US')} outputs: clear some of them first`;

/** Resolves to its id. Throws AppError `bad-request`, a fragment of a sentence, for cells that no notebook can have. */
export async function importNotebook(
  { store, blobs, provider, by }: OwnWorkbench,
  { name, notebook, scheduleOf }: NotebookToImport,
): Promise<string> {
  const { metadata, cells, widgets } = fromNotebook(notebook);
  const { kernelName, kernelNote } = await chooseKernel(provider, metadata);
  const bodies: EventBody[] = [
    {
      type: 'session-start',
      title: toTitle(name.replace(/\.ipynb$/i, '')),
      kernelName,
      ...(scheduleOf ? { scheduleOf } : {}),
    },
    { type: 'notebook-import', name, metadata, ...(kernelNote === null ? {} : { kernelNote }) },
  ];
  let outputs = 0;
  for (const each of cells) {
    const own = await toBodies(each, blobs.put);
    outputs += own.length - 1;
    if (outputs > MAX_OUTPUTS) throw new AppError('bad-request', TOO_MANY_OUTPUTS);
    // Spread into a call, they would be too many arguments.
    for (const body of own) bodies.push(body);
  }
  for (const update of widgets) bodies.push({ type: 'widget-update', ...update });
  const sessionId = createId('s');
  await store.createSession(
    sessionId,
    bodies,
    bodies.map(() => ({ by })),
  );
  return sessionId;
}

async function toBodies({ cell, outputs }: CellWithOutputs, putBlob: PutBlob): Promise<EventBody[]> {
  const { cellId } = cell;
  const bodies: EventBody[] = [{ type: 'cell-import', ...(await storeAttachments(cell, putBlob)) }];
  for await (const event of boundOutputs(toEvents(outputs), putBlob)) {
    if (event.type !== 'output') continue;
    const body: EventBody = { type: 'output-append', cellId, output: event.output };
    const joined = joinDeltas(bodies.at(-1), body);
    if (joined) bodies[bodies.length - 1] = joined;
    else bodies.push(body);
  }
  return bodies;
}

/** As a kernel would have sent them, so that the same bounds hold. */
async function* toEvents(outputs: readonly Output[]): AsyncGenerator<ExecutionEvent> {
  for (const output of outputs) yield { type: 'output', output };
  yield { type: 'end', status: 'ok', executionCount: null };
}

async function storeAttachments(cell: ImportedCell, putBlob: PutBlob): Promise<ImportedCell> {
  if (!cell.attachments) return cell;
  const entries = Object.entries(cell.attachments).map(
    async ([name, data]): Promise<[string, MimeBundle]> => [name, await storeBundle(data, putBlob)],
  );
  return { ...cell, attachments: Object.fromEntries(await Promise.all(entries)) };
}

/** The kernel the file names, else one of its language, else Python; what is missing is said. */
async function chooseKernel(
  provider: KernelProvider,
  { kernelspec, language_info: languageInfo }: Record<string, unknown>,
): Promise<{ kernelName: string; kernelNote: string | null }> {
  const name = readText(kernelspec, 'name');
  if (name === '' || name === DEFAULT_KERNEL) return { kernelName: DEFAULT_KERNEL, kernelNote: null };
  const specs = await provider.listSpecs();
  if (specs.some((spec) => spec.name === name)) return { kernelName: name, kernelNote: null };
  const language = (readText(languageInfo, 'name') || readText(kernelspec, 'language')).toLowerCase();
  const isSpoken = (spec: { language: string }) => spec.language.toLowerCase() === language;
  const found = specs.filter(isSpoken);
  const other = found.find((spec) => spec.name === DEFAULT_KERNEL) ?? found[0];
  const shown = readText(kernelspec, 'display_name') || name;
  const missing = `This notebook was written for the kernel “${shown.slice(0, 80)}”, which is not installed`;
  if (other) return { kernelName: other.name, kernelNote: `${missing}: ${other.displayName} runs it here.` };
  const kernelNote = `${missing}, and no other kernel for its language is either. Its code cannot run here; new cells run in Python.`;
  return { kernelName: DEFAULT_KERNEL, kernelNote };
}

function readText(value: unknown, key: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : '';
  return typeof text === 'string' ? text : '';
}
