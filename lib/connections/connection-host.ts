/**
 * The program that asks databases (`kernels/connections`): one process, outside any box, started when it is first needed and again
 * after a crash. Requests and replies are lines of JSON. Secrets go over its standard input only.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { cleanText, mapTexts } from '../tools/clean-text.ts';
import { hideTexts, listParts } from '../tools/hide-secrets.ts';
import { AppError, toMessage } from '../util/app-error.ts';

export interface HostRequest {
  op: 'test' | 'catalog' | 'query' | 'door';
  /** Settings with secrets as text. */
  connection: Record<string, unknown>;
  /** The rest of the request, as the program takes it. */
  more?: Record<string, unknown>;
  /** Texts that no message may contain. */
  secrets: readonly string[];
}

export interface HostProgress {
  rows: number;
  bytes: number;
}

export interface ConnectionHost {
  /**
   * Resolves to the result as the program sent it. When the signal aborts, the database is told to stop, and this rejects at once.
   * Throws AppError `connection-failed` with a sentence without secrets.
   */
  ask(
    request: HostRequest,
    signal: AbortSignal,
    onProgress?: (progress: HostProgress) => void,
  ): Promise<unknown>;
  dispose(): Promise<void>;
}

export interface ConnectionHostOptions {
  rootDir: string;
  /** The kernels' Python, which has the drivers. */
  python: string;
  /** Its whole environment. */
  env: NodeJS.ProcessEnv;
  /** Receives each line of its standard error, without secrets. */
  onLog: (text: string) => void;
}

/** How long the program may take to exit by itself, milliseconds. */
const END_MS = 3_000;
/** Shorter secrets are not hidden, because they are parts of ordinary words. */
const MIN_SECRET_LENGTH = 4;

const Reply = z.object({
  id: z.number(),
  progress: z.object({ rows: z.number(), bytes: z.number() }).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
type Reply = z.infer<typeof Reply>;

interface Pending {
  onReply: (reply: Reply) => void;
  onLoss: () => void;
}

interface Program {
  process: ChildProcessWithoutNullStreams;
  /** Requests without a reply, by their number. */
  pending: Map<number, Pending>;
  ended: Promise<void>;
}

/** Nothing is started before something is asked. */
export function createConnectionHost(options: ConnectionHostOptions): ConnectionHost {
  let program: Program | null = null;
  let lastId = 0;
  let isClosed = false;
  const known = new Set<string>();
  let hide = hideTexts([]);

  /** All texts that are hidden for these. */
  function learn(secrets: readonly string[]): string[] {
    const parts = secrets.flatMap((each) => [each, ...listParts(each)]);
    const hidden = parts.filter((each) => each.length >= MIN_SECRET_LENGTH);
    if (hidden.every((each) => known.has(each))) return hidden;
    for (const each of hidden) known.add(each);
    hide = hideTexts([...known]);
    return hidden;
  }

  /** Invisible characters may split a secret. What its writer has `written` stays: hiding it would confirm a guess. */
  const clean = (text: string, written = '') => {
    const isWritten = [...known].some((each) => written.includes(each));
    const hideRest = isWritten ? hideTexts([...known].filter((each) => !written.includes(each))) : hide;
    return hideRest(cleanText(hideRest(text)));
  };

  function open(): Program {
    if (isClosed) throw failed('Actbook is closing');
    program ??= start(
      options,
      (text) => clean(text),
      (ended) => {
        if (program === ended) program = null;
      },
    );
    return program;
  }

  return {
    ask: ({ op, connection, more = {}, secrets }, signal, onProgress) => {
      if (signal.aborted) return Promise.reject(failed('The query was stopped'));
      const hidden = learn(secrets);
      const { process: child, pending } = open();
      const id = ++lastId;
      const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const cancel = () => {
        send({ id, op: 'cancel' });
        reject(failed('The query was stopped'));
      };
      pending.set(id, {
        onReply: ({ progress, result, error }) => {
          if (progress) return void onProgress?.(progress);
          pending.delete(id);
          if (error) reject(failed(clean(error.message, `${more.sql ?? ''}`), error.code));
          // What a test finds are sentences of the server; the rest is data.
          else resolve(op === 'test' ? mapTexts(result, (text) => clean(text)) : result);
        },
        onLoss: () => reject(failed(LOST, 'crashed')),
      });
      send({ id, op, connection, secrets: hidden, ...more });
      signal.addEventListener('abort', cancel, { once: true });
      return promise.finally(() => signal.removeEventListener('abort', cancel));
    },
    dispose: async () => {
      isClosed = true;
      const running = program;
      if (!running) return;
      running.process.stdin.end();
      const timer = setTimeout(() => running.process.kill('SIGKILL'), END_MS);
      await running.ended;
      clearTimeout(timer);
    },
  };
}

function start(
  { rootDir, python, env, onLog }: ConnectionHostOptions,
  clean: (text: string) => string,
  onEnd: (program: Program) => void,
): Program {
  const child = spawn(python, ['-m', 'connections'], { cwd: join(rootDir, 'kernels'), env });
  const pending: Program['pending'] = new Map();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const program = { process: child, pending, ended };
  const end = () => {
    onEnd(program);
    for (const each of pending.values()) each.onLoss();
    pending.clear();
    resolve();
  };
  child.once('close', end);
  child.once('error', (error) => {
    onLog(toMessage(error));
    end();
  });
  // A request to a program that has ended fails when the program closes.
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = readReply(line);
    if (reply) pending.get(reply.id)?.onReply(reply);
    else onLog(`A line that is not a reply: ${clean(line).slice(0, 500)}`);
  });
  createInterface({ input: child.stderr }).on('line', (line) => onLog(clean(line)));
  return program;
}

const LOST = 'The program that asks databases ended by itself: the terminal shows why. Ask again';

function readReply(line: string): Reply | null {
  try {
    return Reply.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** `reason` is the program's error code. */
function failed(message: string, reason?: string): AppError {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return new AppError('connection-failed', sentence, reason === undefined ? {} : { details: { reason } });
}
