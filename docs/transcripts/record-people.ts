/**
 * Writes approval.md, input.md and steering.md: `node docs/transcripts/record-people.ts`, after `npm test` or
 * `npm start`, which build the page.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '../../lib/protocol/events/event.ts';
import { findActiveRun, type Session } from '../../lib/session/session.ts';
import type { ModelServerRequest } from '../../test/helpers/model/model-server.ts';
import { driveApp, type Happening, type Recording } from './drive-app.ts';

const INTRODUCTION =
  'Made by `node docs/transcripts/record-people.ts`. A scripted model server answers with replies that were written by hand; the app, its HTTP API, the agent, the kernel in its box, the code and its outputs are real. The requests are those the page sends.';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const hasEnded = (session: Session) => session.runs.length > 0 && findActiveRun(session) === null;

async function recordApproval(): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'actbook-mcp-'));
  const config = join(folder, 'mcp.json');
  const args = [join(import.meta.dirname, '../../test/helpers/tools/mcp-server.ts')];
  await writeFile(
    config,
    JSON.stringify({ mcpServers: { shop: { command: process.execPath, args, safeTools: ['get-price'] } } }),
  );
  const code = `import shop
print(shop.get_price("cpu", count=2))
try:
    print(shop.say("the notebook"))
except Exception as error:
    print(type(error).__name__, "-", error)
print(shop.say("the person"))`;
  const script = [`The shop knows the price.\n${fence(code)}`, 'Two cost 5 euros.'];
  try {
    return await driveApp(script, { ACTBOOK_MCP_CONFIG: config }, async ({ send, until }) => {
      await send('POST', '/runs', {
        task: 'What do two CPUs cost? Say hello to the shop.',
        approval: 'risky',
      });
      const findRequest = (session: Session) => session.cells.flatMap((cell) => cell.pendingApprovals)[0];
      const first = findRequest(await until((session) => findRequest(session) !== undefined));
      await send('POST', '/approval', {
        requestId: first?.requestId,
        decision: 'refuse',
        reason: 'Say hello in my name.',
      });
      const isNext = (session: Session) =>
        ![undefined, first?.requestId].includes(findRequest(session)?.requestId);
      const second = findRequest(await until(isNext));
      await send('POST', '/approval', { requestId: second?.requestId, decision: 'approve' });
      await until(hasEnded);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function recordInput(): Promise<Recording> {
  const script = [
    fence('rate = float(input("Which interest rate? "))\nprint(1000 * (1 + rate) ** 10)'),
    'About 1629.',
  ];
  return driveApp(script, {}, async ({ send, until }) => {
    await send('POST', '/runs', { task: 'What are 1000 euros worth in ten years? Ask me for the rate.' });
    const findRequest = (session: Session) => session.cells.flatMap((cell) => cell.pendingInputs)[0];
    const request = findRequest(await until((session) => findRequest(session) !== undefined));
    await send('POST', '/input', { requestId: request?.requestId, value: '0.05' });
    await until(hasEnded);
  });
}

function recordSteering(): Promise<Recording> {
  const code = `import os, time
values = [3, 1, 2, 94]
print(sum(values) / len(values), flush=True)
while not os.path.exists("checked.txt"): time.sleep(0.05)`;
  const script = [
    fence(code),
    fence('import statistics\nprint(statistics.median(values))'),
    'The median is 2.5.',
  ];
  return driveApp(script, {}, async ({ send, until }) => {
    const { runId } = await send('POST', '/runs', { task: 'What is a typical value?' });
    await until(({ cells }) => cells.some(({ outputs }) => outputs.length > 0));
    await send('POST', `/runs/${runId}/steer`, { text: '94 is a typing error. Use the median.' });
    await send('PUT', '/files/checked.txt', 'yes');
    await until(hasEnded);
  });
}

const SHOWN: readonly Event['type'][] = [
  ...(['run-start', 'run-steer', 'step-start', 'cell-insert', 'cell-start', 'approval-request'] as const),
  ...(['approval-reply', 'input-request', 'input-reply', 'tool-call-start', 'tool-call-end'] as const),
  ...(['output-append', 'cell-end', 'run-end'] as const),
];

function toMarkdown(title: string, { happenings, prompts }: Recording): string {
  const lines = happenings.flatMap((each) => describe(each));
  return shortenIds(
    [
      `# ${title}`,
      INTRODUCTION,
      '## What happened',
      'Lines with a number are events of the log; the others are requests that the user sends.',
      `\`\`\`\`text\n${lines.join('\n')}\n\`\`\`\``,
      '## What the model was sent last',
      ...(prompts.at(-1)?.messages.slice(1).map(toMessage) ?? []),
    ].join('\n\n'),
  );
}

function toMessage({ role, content }: ModelServerRequest['messages'][number]): string {
  return `**${role}**\n\n\`\`\`\`text\n${String(content)}\n\`\`\`\``;
}

function describe(happening: Happening): string[] {
  if ('request' in happening) return [`      >> ${happening.request}`];
  const { sessionId: _, at: __, seq, type, ...fields } = happening.event;
  const { task, model: ___, limits: ____, ...rest } = { task: undefined, model: 0, limits: 0, ...fields };
  const shown = task === undefined ? rest : { task, ...rest };
  return SHOWN.includes(type) ? [`${String(seq).padStart(5)} ${type} ${JSON.stringify(shown)}`] : [];
}

/** Random ids become `cell-1`, `cell-2` and so on. */
function shortenIds(text: string): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return `${text.trimEnd()}\n`.replaceAll(
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

const write = async (file: string, title: string, recording: Recording) =>
  writeFile(join(import.meta.dirname, file), toMarkdown(title, recording));
await write('approval.md', 'A tool call that waits for approval', await recordApproval());
await write('input.md', 'input() answered by the user', await recordInput());
await write('steering.md', 'A message to a run in progress', await recordSteering());
