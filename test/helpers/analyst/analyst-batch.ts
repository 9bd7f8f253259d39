/**
 * The built-in analyst without agent and kernel: what it plans is done as a run does it, its cells run in one Python
 * process that all tests of a worker share, and the events are folded. `analyst-driver.ts` has the real loop.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { noAnswer } from '../../../lib/agent/loop/stop-conditions.ts';
import { createAnalyst } from '../../../lib/analyst/analyst.ts';
import type { DataReader, Planner } from '../../../lib/model/model.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createId } from '../../../lib/protocol/id.ts';
import { KernelName, MAX_NAME_LENGTH, MAX_NAMES } from '../../../lib/protocol/kernel/kernel-name.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { NO_USAGE } from '../../../lib/protocol/runs/usage.ts';
import { FileFormat } from '../../../lib/protocol/tables/file-format.ts';
import { FileHead } from '../../../lib/protocol/tables/file-head.ts';
import { TableFacts } from '../../../lib/protocol/tables/table-facts.ts';
import { applyEvent } from '../../../lib/session/fold/apply-event.ts';
import { type Cell, createSession, findCell, type Session } from '../../../lib/session/session.ts';
import { openPandasProcess, type PandasProcess } from './pandas-process.ts';

export interface BatchReply {
  answer: string;
  /** False when the analyst said why it gives no answer. */
  isAnswered: boolean;
  /** The executed code cells, in order. */
  cells: Cell[];
}

export interface AnalystBatch {
  readonly session: Session;
  apply(event: EventBody): void;
  /** Copies a file into the workspace. */
  copyFile(path: string): Promise<void>;
  writeFile(name: string, content: string | Uint8Array): Promise<void>;
  /** Writes a file with Python, which must create it under this name. */
  createFile(name: string, python: string): Promise<void>;
  /** What Python prints, where the session's variables are. */
  print(python: string): Promise<string>;
  ask(question: string): Promise<BatchReply>;
}

/** With these files, content by name, in its workspace. */
export async function openAnalystBatch(
  files: Record<string, string | Uint8Array> = {},
): Promise<AnalystBatch> {
  const model = createAnalyst();
  const pandas = openPandasProcess();
  const folder = join(pandas.directory, crypto.randomUUID());
  await mkdir(folder);
  let session = createSession('s-1');
  const apply = (event: EventBody) => {
    session = applyEvent(session, event);
  };
  apply({ type: 'session-start', title: 'Test', kernelName: 'python3' });
  apply({ type: 'kernel-status', status: 'idle' });
  const add = (name: string) => apply({ type: 'file-add', name, bytes: 0, blob: '', origin: 'upload' });
  const print = async (python: string) => {
    const { status, outputs } = await pandas.run(folder, python);
    if (status !== 'ok') throw new Error(JSON.stringify(outputs));
    return outputs.map((output) => (output.output_type === 'stream' ? output.text : '')).join('');
  };
  const addFile = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    add(name);
  };
  for (const [name, content] of Object.entries(files)) await addFile(name, content);
  return {
    get session() {
      return session;
    },
    apply,
    copyFile: async (path) => {
      await cp(path, join(folder, basename(path)));
      add(basename(path));
    },
    writeFile: addFile,
    createFile: async (name, python) => {
      await print(python);
      add(name);
    },
    print,
    ask: (question) => answer({ pandas, folder, model, apply, read: () => session }, question),
  };
}

interface Batch {
  readonly pandas: PandasProcess;
  readonly folder: string;
  readonly model: Planner;
  read(): Session;
  apply(event: EventBody): void;
}

async function answer(batch: Batch, text: string): Promise<BatchReply> {
  const { apply, read } = batch;
  const runId = createId('run');
  const limits = DEFAULT_LIMITS;
  apply({
    type: 'run-start',
    runId,
    task: { text, files: [] },
    model: batch.model.info,
    limits,
    approval: 'never',
  });
  for (let step = 1; step <= limits.maxSteps; step++) {
    const given = await takeStep(batch, runId, step);
    if (given === null) continue;
    return { ...given, cells: read().cells.filter((cell) => cell.runId === runId && cell.role === 'code') };
  }
  throw new Error(`${text}: no answer after ${limits.maxSteps} steps.`);
}

/** Null where the run continues. */
async function takeStep(batch: Batch, runId: string, step: number) {
  const { apply } = batch;
  const at = { runId, step };
  apply({ type: 'step-start', ...at, vision: false });
  const { model, read, ...rest } = batch;
  const request = { session: read(), runId, data: createDataReader(rest) };
  const { text, code, finishReason } = await model.plan(request, new AbortController().signal);
  apply({ type: 'text-delta', ...at, text });
  const action = code === undefined ? 'answer' : 'code';
  apply({ type: 'step-end', ...at, action, finishReason, toolCalls: [], usage: NO_USAGE });
  const insert = (cellType: 'code' | 'markdown', role: 'code' | 'thought' | 'answer', source: string) => {
    const cellId = createId('cell');
    apply({ type: 'cell-insert', cellId, cellType, source, author: 'agent', role, ...at });
    return cellId;
  };
  if (code === undefined) {
    insert('markdown', 'answer', text);
    const isAnswered = finishReason !== 'no-answer';
    apply({ type: 'run-end', runId, outcome: isAnswered ? { status: 'answered' } : noAnswer() });
    return { answer: text, isAnswered };
  }
  insert('markdown', 'thought', text);
  await runInBatch(batch, insert('code', 'code', code));
  return null;
}

async function runInBatch({ pandas, folder, apply, read }: Batch, cellId: string): Promise<void> {
  apply({ type: 'cell-start', cellId });
  const { status, outputs } = await pandas.run(folder, findCell(read(), cellId)?.source ?? '');
  for (const output of outputs) apply({ type: 'output-append', cellId, output });
  apply({ type: 'cell-end', cellId, status, executionCount: null });
  const limits = { max_names: MAX_NAMES, max_name_length: MAX_NAME_LENGTH };
  const names = z.array(KernelName).parse(await pandas.call(folder, 'names.list_names', limits));
  apply({ type: 'kernel-names', names });
}

/** What lib/agent/loop/create-data-reader.ts reads in a kernel. */
function createDataReader({ pandas, folder }: Pick<Batch, 'pandas' | 'folder'>): DataReader {
  const call = (name: string, args: object) => pandas.call(folder, name, args);
  return {
    findFormat: async (file) =>
      FileFormat.parse(await call('files.large_files.find_loadable_format', { file })),
    describeHead: async (file) =>
      FileHead.safeParse(await call('files.file_heads.describe_head', { file })).data ?? null,
    describeTables: async (names) =>
      z.array(TableFacts).parse(await call('tables.table_facts.describe_tables', { names })),
  };
}
