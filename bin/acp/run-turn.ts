/** One turn of a client's session: a question, from its files to its answer. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  AgentContext,
  ClientCapabilities,
  ContentBlock,
  PromptResponse,
} from '@agentclientprotocol/sdk/unstable';
import { findDataFiles } from '../../lib/acp/find-data-files.ts';
import { toStopReason } from '../../lib/acp/outcome.ts';
import { type Prompt, readPrompt } from '../../lib/acp/read-prompt.ts';
import { createSessionUpdates } from '../../lib/acp/session-updates.ts';
import type { Container } from '../../lib/app/container.ts';
import type { ModelEntry } from '../../lib/protocol/models/model-catalog.ts';
import type { Outcome, RunRequest } from '../../lib/protocol/runs/run.ts';
import { countTokens } from '../../lib/protocol/runs/usage.ts';
import { findRun, type Session } from '../../lib/session/session.ts';
import { sumSessionUsage } from '../../lib/session/view/runs/sum-usage.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { proveAnswer } from '../session/prove-answer.ts';
import type { AcpHost } from './acp-hosts.ts';
import { openClientDesk } from './client-desk.ts';
import { copyFolder, type FolderNotes, toSessionPath } from './client-folder.ts';
import { createUpdateSender, type UpdateSender } from './update-sender.ts';

export interface Turn {
  container: Container;
  client: AgentContext;
  capabilities: ClientCapabilities;
  host: AcpHost;
  notes: FolderNotes;
  sessionId: string;
  cwd: string;
  blocks: readonly ContentBlock[];
  request: Pick<RunRequest, 'model'>;
  models: readonly ModelEntry[];
  /** Sentences that the user should know first, and that explain the work. */
  news: readonly string[];
  hints: readonly string[];
  /** Aborts when the user stops the turn. */
  stopping: AbortSignal;
}

/** Throws AppError where the question cannot be asked, and where the run has failed. */
export async function runTurn(turn: Turn): Promise<PromptResponse> {
  const { container, client, host, sessionId, stopping, models } = turn;
  const { sessions } = container.runtime;
  const prompt = readPrompt(turn.blocks);
  const from = await sessions.read(sessionId);
  const updates = createSessionUpdates(from, {
    blobs: container.blobs,
    isReplay: false,
    findContextTokens: (modelId) => models.find(({ id }) => id === modelId)?.contextTokens,
  });
  const sender = createUpdateSender(client, sessionId, updates);
  const desk = openClientDesk({ ...turn, updates, say: (text) => void sender.say(text) });
  try {
    for (const sentence of turn.news) await sender.say(sentence);
    for (const sentence of turn.hints) await sender.think(sentence);
    const files = await addFiles(turn, prompt, { sender, isFirst: from.runs.length === 0 });
    if (stopping.aborted) return { stopReason: 'cancelled' };
    const request: RunRequest = { task: prompt.task, files, ...turn.request };
    const runId = await host.start(sessionId, request);
    const stop = () => void host.cancel(sessionId, runId).catch(() => {});
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    const outcome = await followRun(turn, { runId, from, sender, onEvent: desk.handle });
    if (outcome.status === 'failed') throw new AppError('internal', outcome.message);
    const { numbers } = await proveAnswer(container, {
      ...{ host, sessionId, runId, verifies: false },
      askedToStop: NEVER,
    });
    if (numbers !== null) await sender.say(numbers);
    const session = await sessions.read(sessionId);
    const made = await linkFiles(turn, findRun(session, runId)?.startedAt ?? 0);
    if (made !== '') await sender.say(made);
    return { stopReason: toStopReason(outcome), usage: toUsage(session) };
  } finally {
    desk.leave();
    await sender.end();
  }
}

const NEVER = new Promise<never>(() => {});

interface Followed {
  runId: string;
  from: Session;
  sender: UpdateSender;
  onEvent: Parameters<UpdateSender['take']>[1];
}

/** Resolves when the run has ended and the next one can begin. */
async function followRun(
  { container, host, sessionId }: Turn,
  { runId, from, sender, onEvent }: Followed,
): Promise<Outcome> {
  const done = new AbortController();
  let outcome: Outcome | null = null;
  const signal = AbortSignal.any([done.signal, host.gone]);
  for await (const events of container.runtime.follow(sessionId, from.seq, signal)) {
    await sender.take(events, onEvent);
    const end = events.find((event) => event.type === 'run-end' && event.runId === runId);
    if (end?.type !== 'run-end') continue;
    outcome = end.outcome;
    done.abort();
  }
  if (outcome === null) throw new AppError('internal', host.gone.aborted ? GONE : DELETED);
  await host.wait(runId);
  return outcome;
}

const GONE = 'The app that works on this question has ended. Start it again, or ask once more.';
const DELETED = 'The notebook was deleted.';

/** Adds what the client's folder and the question bring. Resolves to the names of the files in the session. */
async function addFiles(
  turn: Turn,
  { task, files }: Prompt,
  { sender, isFirst }: { sender: UpdateSender; isFirst: boolean },
): Promise<string[]> {
  const { host, sessionId, notes, cwd } = turn;
  const copied = await copyFolder(cwd, { host, sessionId, notes, task });
  if (copied.added.length > 0) await sender.think(`Copied from the folder: ${copied.added.join(', ')}.`);
  if (copied.left !== '' && isFirst) await sender.think(copied.left);
  if (copied.unread !== '') await sender.think(copied.unread);
  const scratch = await mkdtemp(join(tmpdir(), 'actbook-acp-'));
  try {
    const added: string[] = [];
    for (const [index, file] of files.entries()) {
      const path = 'path' in file ? file.path : join(scratch, `${index}`);
      const known = 'path' in file ? copied.names.get(path) : undefined;
      if (known !== undefined) {
        added.push(known);
        continue;
      }
      if ('bytes' in file) await writeFile(path, file.bytes);
      for (const each of await listFiles(file.name, path)) {
        await host.addFile(sessionId, each);
        added.push(each.name);
      }
    }
    return [...new Set([...copied.added, ...added])];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Of a folder that the user mentions, its data. Throws AppError `bad-request` for what is not there. */
async function listFiles(name: string, path: string): Promise<{ name: string; path: string }[]> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError('bad-request', `${path} does not exist.`);
  if (!found.isDirectory()) return [{ name, path }];
  const data = await findDataFiles(path);
  return data.map((file) => ({ name: toSessionPath(`${name}/${file.name}`), path: file.path }));
}

/** Files that code has made or changed since then, where they are; empty where there are none. */
async function linkFiles({ container, sessionId }: Turn, since: number): Promise<string> {
  const { workspaces } = container;
  const names = await workspaces.listChanged(sessionId, since, true);
  if (names.length === 0) return '';
  const root = await workspaces.open(sessionId);
  const links = names
    .slice(0, MAX_LINKS)
    .map((name) => `[${name.replaceAll(/[[\]\\]/g, '\\$&')}](${pathToFileURL(join(root, name))})`);
  const more = names.length > MAX_LINKS ? `, and ${names.length - MAX_LINKS} more` : '';
  return `Files: ${links.join(', ')}${more}`;
}

const MAX_LINKS = 10;

function toUsage(session: Session): NonNullable<PromptResponse['usage']> {
  const usage = sumSessionUsage(session);
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens } = usage;
  return {
    totalTokens: countTokens(usage),
    inputTokens: promptTokens,
    outputTokens: completionTokens,
    ...(cachedTokens === undefined ? {} : { cachedReadTokens: cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { thoughtTokens: reasoningTokens }),
  };
}
