/**
 * Writes approval.md: `node docs/transcripts/record-approval.ts`, after `npm test` or `npm start`, which build the
 * page.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '../../lib/protocol/events/event.ts';
import { createSession, type Session } from '../../lib/session/session.ts';
import { type App, launchApp, ROOT_DIR } from '../../test/helpers/app/app.ts';
import { followUntil, isEnded } from '../../test/helpers/app/app-client.ts';
import { type ModelServerRequest, startModelServer } from '../../test/helpers/model/model-server.ts';

const INTRODUCTION =
  'Made by `node docs/transcripts/record-approval.ts`. A scripted model server answers with replies that were written by hand; the app, its HTTP API, the agent, the kernel in its box, the code and its outputs are real. The requests are those the page sends.';

const CODE = `import shop
print(shop.get_price("cpu", count=2))
try:
    print(shop.say("the notebook"))
except Exception as error:
    print(type(error).__name__, "-", error)
print(shop.say("the person"))`;
const REPLIES = [`The shop knows the price.\n\`\`\`python\n${CODE}\n\`\`\``, 'Two cost 5 euros.'];

const SHOWN: readonly Event['type'][] = [
  ...([
    'run-start',
    'step-start',
    'cell-insert',
    'cell-start',
    'approval-request',
    'approval-reply',
  ] as const),
  ...(['tool-call-start', 'tool-call-end', 'output-append', 'cell-end', 'run-end'] as const),
];

/** Asks, refuses one call, and approves the next one; resolves to what happened, one line for each request and event. */
async function playApproval(app: App): Promise<string[]> {
  const created = await app.request('/api/sessions', { method: 'POST', body: '{}' });
  const { id } = (await created.json()) as { id: string };
  const lines: string[] = [];
  let session = createSession(id);

  async function send(path: string, body: object): Promise<void> {
    const text = JSON.stringify(body);
    const response = await app.request(`/api/sessions/${id}${path}`, { method: 'POST', body: text });
    lines.push(`      >> POST ${path} ${text} → ${response.status}`);
    if (!response.ok) throw new Error(await response.text());
  }
  async function until(isDone: (session: Session) => boolean): Promise<void> {
    session = await followUntil(app, id, isDone, session, (events) =>
      lines.push(...events.flatMap(describe)),
    );
  }
  const findRequest = ({ cells }: Session) => cells.flatMap((cell) => cell.pendingApprovals)[0]?.requestId;

  await send('/runs', { task: 'What do two CPUs cost? Say hello to the shop.', approval: 'risky' });
  await until((now) => findRequest(now) !== undefined);
  const first = findRequest(session);
  await send('/approval', { requestId: first, decision: 'refuse', reason: 'Say hello in my name.' });
  await until((now) => ![undefined, first].includes(findRequest(now)));
  await send('/approval', { requestId: findRequest(session), decision: 'approve' });
  await until(isEnded);
  return lines;
}

function describe({ sessionId: _, at: __, seq, type, ...fields }: Event): string[] {
  const { task, model: ___, limits: ____, ...rest } = { task: undefined, model: 0, limits: 0, ...fields };
  const shown = task === undefined ? rest : { task, ...rest };
  return SHOWN.includes(type) ? [`${String(seq).padStart(5)} ${type} ${JSON.stringify(shown)}`] : [];
}

function toMarkdown(lines: readonly string[], lastPrompt: ModelServerRequest | undefined): string {
  const messages = lastPrompt?.messages.slice(1) ?? [];
  return [
    '# A tool call that waits for approval',
    INTRODUCTION,
    '## What happened',
    'Lines with a number are events of the log; the others are requests that the user sends.',
    `\`\`\`\`text\n${lines.join('\n')}\n\`\`\`\``,
    '## What the model was sent last',
    ...messages.map(({ role, content }) => `**${role}**\n\n\`\`\`\`text\n${String(content)}\n\`\`\`\``),
  ].join('\n\n');
}

/** Random ids become `cell-1`, `cell-2` and so on. */
function shortenIds(text: string): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return text.replaceAll(
    /\b([a-z]+)-[0-9a-f]{32}\b|\b[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\w*\b/g,
    (id, kind = 'id') => {
      if (!names.has(id)) {
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        names.set(id, `${kind}-${counts.get(kind)}`);
      }
      return names.get(id) ?? id;
    },
  );
}

const home = await mkdtemp(join(tmpdir(), 'actbook-transcript-'));
const config = join(home, 'mcp.json');
const shop = { command: process.execPath, args: [join(ROOT_DIR, 'test/helpers/mcp-server.ts')] };
await writeFile(config, JSON.stringify({ mcpServers: { shop: { ...shop, safeTools: ['get-price'] } } }));
const server = await startModelServer(REPLIES);
const env = { OPENAI_BASE_URL: server.baseUrl, ACTBOOK_MODEL: 'scripted', ACTBOOK_MCP_CONFIG: config };
const { ready, kill } = launchApp({ home, env });
try {
  const lines = await playApproval(await ready);
  const text = shortenIds(toMarkdown(lines, server.requests.at(-1)));
  await writeFile(join(import.meta.dirname, 'approval.md'), `${text.trimEnd()}\n`);
} finally {
  await kill('SIGTERM');
  await rm(home, { recursive: true });
}
await server.close();
