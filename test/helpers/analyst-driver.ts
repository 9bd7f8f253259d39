/** Drives the built-in analyst against a real kernel, folding a session as the product does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { createAnalyst } from '../../lib/model/analyst/analyst.ts';
import { Output } from '../../lib/notebook/output.ts';
import type { CellEndStatus, EventBody } from '../../lib/protocol/event.ts';
import { createId } from '../../lib/protocol/id.ts';
import { DEFAULT_LIMITS, NO_USAGE } from '../../lib/protocol/run.ts';
import { applyEvent } from '../../lib/session/apply-event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PYTHON = join(ROOT, '.venv/bin/python');

/** A kernel process behind a pipe, with the given directory as its own. */
export class BridgedKernel {
  readonly #process: ChildProcess;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;

  constructor(directory: string) {
    this.#process = spawn(PYTHON, [join(ROOT, 'test/helpers/kernel_bridge.py')], {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (!this.#process.stdout) throw new Error('The kernel bridge has no stdout.');
    this.#reader = createInterface({ input: this.#process.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** Runs one cell to its end. */
  async execute(code: string): Promise<{ outputs: Output[]; status: CellEndStatus }> {
    this.#process.stdin?.write(`${JSON.stringify({ code })}\n`);
    const outputs: Output[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('The kernel bridge ended.');
      const message: unknown = JSON.parse(value);
      if (typeof message === 'object' && message !== null && 'end' in message) {
        return { outputs, status: message.end === 'ok' ? 'ok' : 'error' };
      }
      outputs.push(Output.parse(message));
    }
  }

  async dispose(): Promise<void> {
    this.#process.stdin?.end();
    await once(this.#process, 'exit');
    this.#reader.close();
  }
}

export interface RunReport {
  answer: string;
  /** Source and status of each executed cell. */
  cells: { code: string; status: CellEndStatus; outputs: Output[] }[];
}

/** A session with a workspace and a kernel: ask it questions one after the other. */
export class AnalystSession {
  #session: Session;
  readonly #kernel: BridgedKernel;
  readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
    this.#kernel = new BridgedKernel(directory);
    this.#session = createSession('session');
    this.#fold({ type: 'kernel-status', status: 'idle' });
  }

  static async open(): Promise<AnalystSession> {
    return new AnalystSession(await mkdtemp(join(tmpdir(), 'actbook-analyst-')));
  }

  get session(): Session {
    return this.#session;
  }

  /** Copies a file into the workspace. */
  async addFile(path: string): Promise<string> {
    const name = basename(path);
    await cp(path, join(this.directory, name));
    this.registerFile(name);
    return name;
  }

  registerFile(name: string): void {
    this.#fold({ type: 'file-add', name, bytes: 0, blob: '', origin: 'upload' });
  }

  /** Runs code beside the analysis, e.g. to write a file or to lose the variables. */
  async execute(code: string): Promise<void> {
    const { status, outputs } = await this.#kernel.execute(code);
    if (status !== 'ok') throw new Error(JSON.stringify(outputs));
  }

  markLost(reason: string): void {
    this.#fold({ type: 'kernel-status', status: 'idle', stateLost: true, reason });
  }

  /** Asks until the answer. */
  async ask(text: string, files: string[] = []): Promise<RunReport> {
    const analyst = createAnalyst();
    const runId = createId('run');
    const task = { text, files };
    this.#fold({ type: 'run-start', runId, task, model: analyst.info, limits: DEFAULT_LIMITS });
    const cells: RunReport['cells'] = [];
    for (let step = 1; step <= DEFAULT_LIMITS.maxSteps; step++) {
      this.#fold({ type: 'step-start', runId, step });
      const reply = await this.#readReply(runId, step);
      const code = /```python\n([\s\S]*?)\n```/.exec(reply)?.[1];
      if (code === undefined) {
        this.#fold({ type: 'run-end', runId, outcome: { status: 'answered' } });
        return { answer: reply, cells };
      }
      cells.push(await this.#runCell(runId, step, code));
    }
    throw new Error(`No answer to "${text}" after ${cells.length} cells.`);
  }

  async dispose(): Promise<void> {
    await this.#kernel.dispose();
    await rm(this.directory, { recursive: true, force: true });
  }

  async #readReply(runId: string, step: number): Promise<string> {
    const request = { messages: [], tools: [], session: this.#session, runId };
    let reply = '';
    for await (const event of createAnalyst().stream(request, new AbortController().signal)) {
      if (event.type !== 'text-delta') continue;
      reply += event.text;
      this.#fold({ type: 'text-delta', runId, step, text: event.text });
    }
    const action = reply.includes('```python') ? 'code' : 'answer';
    this.#fold({ type: 'step-end', runId, step, action, finishReason: 'stop', toolCalls: [], usage: NO_USAGE });
    return reply;
  }

  async #runCell(runId: string, step: number, code: string): Promise<RunReport['cells'][number]> {
    const cellId = createId('cell');
    const source = { cellId, cellType: 'code', source: code, author: 'agent' } as const;
    this.#fold({ type: 'cell-insert', ...source, role: 'code', runId, step });
    this.#fold({ type: 'cell-start', cellId });
    const { outputs, status } = await this.#kernel.execute(code);
    for (const output of outputs) this.#fold({ type: 'output-append', cellId, output });
    this.#fold({ type: 'cell-end', cellId, status, executionCount: null });
    return { code, status, outputs };
  }

  #fold(event: EventBody): void {
    this.#session = applyEvent(this.#session, event);
  }
}
