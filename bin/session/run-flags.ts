/** What the flags of `actbook run` ask for. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { checkOutPath } from '../../lib/files/check-out-path.ts';
import { toFileName } from '../../lib/protocol/files/file-name.ts';
import { Limits } from '../../lib/protocol/run-limits.ts';
import { ApprovalMode, MAX_AGENTS, RunRequest } from '../../lib/protocol/runs/run.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { parseJson } from '../../lib/util/parse-json.ts';
import { readTools } from './read-tools.ts';

export interface RunFlags {
  session?: string;
  data?: string[];
  out?: string;
  model?: string;
  /** `true` without a model. */
  review?: string | boolean;
  tools?: string;
  mcp?: string;
  schema?: string;
  maxCost?: string;
  approve?: string;
  agents?: string;
  maxSteps?: string;
  timeout?: string;
  cellTimeout?: string;
  kernel?: string;
  allowNetwork?: boolean;
  /** Set by default. */
  verify: boolean;
  json?: boolean;
}

/** Throws AppError `bad-request` for a flag that says how a session begins, with one that exists. */
export function checkSessionFlags({ session, kernel }: RunFlags): void {
  if (session === undefined || kernel === undefined) return;
  throw new AppError(
    'bad-request',
    'A session keeps its kernel, so --kernel does not go with --session. To use another kernel, ask in a new session.',
  );
}

/** Mistyped paths, and data that is too large, are found before anything is started or created. */
export async function checkRunFiles(
  { data = [], out, tools, mcp, schema }: RunFlags,
  maxUploadBytes: number,
): Promise<void> {
  const inputs = [...data, tools ?? [], mcp ?? [], schema ?? []].flat();
  for (const path of inputs) {
    const found = await stat(path).catch(() => null);
    if (!found) throw new AppError('bad-request', `There is no file ${path}.`);
    const canBe = found.isFile() || (path === tools && found.isDirectory());
    if (!canBe) throw new AppError('bad-request', `${path} is not a file.`);
    if (found.size > maxUploadBytes && data.includes(path))
      throw new AppError(
        'bad-request',
        `${path} is larger than ${Math.floor(maxUploadBytes / 1000 ** 2)} MB, the most that can be added. ACTBOOK_MAX_UPLOAD_MB changes that.`,
      );
  }
  await checkDataNames(data);
  if (out === undefined) return;
  await checkOutPath(out);
  const target = await realpath(out).catch(() => null);
  for (const path of inputs) {
    if (target === (await realpath(path)))
      throw new AppError('bad-request', `${out} is read by this run. Write the notebook to another file.`);
  }
}

/** The later of two files with one name would take the place of the other in the session. */
async function checkDataNames(data: readonly string[]): Promise<void> {
  const byName = new Map<string, string>();
  for (const path of data) {
    const name = toFileName(basename(path));
    const other = byName.get(name);
    if (other !== undefined && (await realpath(other)) !== (await realpath(path))) {
      throw new AppError(
        'bad-request',
        `${other} and ${path} would both be ${name} in the session. Rename one of them.`,
      );
    }
    byName.set(name, path);
  }
}

/** Throws AppError `bad-request` for a limit that cannot be. */
export async function toRunRequest(task: string, files: string[], flags: RunFlags): Promise<RunRequest> {
  return {
    task,
    files,
    limits: toLimits(flags),
    ...(flags.approve === undefined ? {} : { approval: toApproval(flags.approve) }),
    ...(flags.agents === undefined ? {} : { agents: toAgents(flags.agents, flags.approve) }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.review === undefined ? {} : { review: toReview(flags.review) }),
    ...(flags.tools === undefined ? {} : { tools: await readTools(flags.tools) }),
    ...(flags.schema === undefined ? {} : { schema: await readSchema(flags.schema) }),
  };
}

function toApproval(mode: string): ApprovalMode {
  const { data } = ApprovalMode.safeParse(mode);
  if (!data) throw new AppError('bad-request', '--approve takes never, risky, or always.');
  return data;
}

/** What agents want approved waits in sessions of their own, which no terminal follows. */
function toAgents(count: string, approve = 'never'): number {
  if (approve !== 'never')
    throw new AppError(
      'bad-request',
      '--agents does not go with --approve. Ask in the app, where you can approve code of agents.',
    );
  const { data } = RunRequest.shape.agents.safeParse(Number(count));
  if (data === undefined)
    throw new AppError('bad-request', `--agents takes a number from 1 to ${MAX_AGENTS}.`);
  return data;
}

function toReview(review: string | boolean): RunRequest['review'] {
  return typeof review === 'string' ? { model: review } : review;
}

async function readSchema(path: string): Promise<Record<string, unknown>> {
  const { data } = JsonObject.safeParse(await readFile(path, 'utf8').then(parseJson));
  if (!data) throw new AppError('bad-request', `${path} does not contain a JSON object.`);
  return data;
}

const JsonObject = z.record(z.string(), z.unknown());

function toLimits({ maxSteps, maxCost, timeout, cellTimeout }: RunFlags): Partial<Limits> {
  const toMs = (seconds: string | undefined) =>
    seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
  return {
    // Nobody comes to a command later: code that asks is answered from this terminal, or not at all.
    inputWaitMs: 0,
    ...readLimit('maxSteps', maxSteps && Number(maxSteps), '--max-steps takes a whole number from 1 to 200.'),
    ...readLimit(
      'maxCost',
      maxCost && Number(maxCost),
      '--max-cost takes an amount in dollars, more than 0.',
    ),
    ...readLimit('runTimeoutMs', toMs(timeout), '--timeout takes a number of seconds, 1 or more.'),
    ...readLimit(
      'cellTimeoutMs',
      toMs(cellTimeout),
      '--cell-timeout takes a number of seconds, 0.1 or more.',
    ),
  };
}

function readLimit(name: keyof Limits, value: unknown, expectation: string): Partial<Limits> {
  if (value === undefined) return {};
  const { data } = Limits.shape[name].safeParse(value);
  if (data === undefined) throw new AppError('bad-request', expectation);
  return { [name]: data };
}
