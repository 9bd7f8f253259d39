import type { Command } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { readConfig } from '../../lib/config/config.ts';
import { describeUsage } from '../../lib/protocol/runs/describe-usage.ts';
import { MAX_WAYS, MIN_WAYS } from '../../lib/protocol/ways/default-ways.ts';
import type { Way, WaysBudget, WaysRequest } from '../../lib/protocol/ways/ways.ts';
import { findRun } from '../../lib/session/session.ts';
import { sumRunUsage } from '../../lib/session/view/runs/sum-usage.ts';
import type { Ways, WaysEnd } from '../../lib/session/ways.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { pluralize } from '../../lib/util/pluralize.ts';
import { addData } from '../session/add-data.ts';
import { openRunSession } from '../session/open-run-session.ts';
import { checkRunFiles, checkSessionFlags, type RunFlags, toRunRequest } from '../session/run-flags.ts';
import type { RunHost } from '../session/run-host.ts';
import { settleSandbox } from '../session/settle-sandbox.ts';
import { withContainer } from '../session/with-container.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { toHarmless } from '../terminal/to-harmless.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

interface WaysFlags extends RunFlags {
  count?: string;
  way?: string[];
}

export function addWaysCommand(program: Command): void {
  program
    .command('ways')
    .description(
      'Try several ways: one question to several agents, each in a branch of the notebook. Prints the answer that is chosen.',
    )
    .argument('<task>', 'the question, in quotes')
    .option('--count <number>', `how many ways, from ${MIN_WAYS} to ${MAX_WAYS} (default: 3)`)
    .option(
      '--way <instruction>',
      'an instruction for one way, added to the question; repeat for each way',
      collect,
    )
    .option('--session <id>', 'ask in this session: its ID, or the start of it')
    .option('--data <file>', 'add a file to the session; repeat for more files', collect)
    .option('--model <id>', 'model of all ways, which compares their answers, too')
    .option('--max-steps <number>', 'maximum number of steps of all ways together')
    .option('--max-cost <dollars>', 'maximum cost of all ways together, if the prices are known')
    .option('--timeout <seconds>', 'time limit; the ways run at the same time')
    .option('--allow-network', 'let the code reach the internet; it can then send your data anywhere')
    .option('--json', 'print what came of it as JSON')
    .action(async (task: string, flags: WaysFlags) => {
      const ways = readWays(flags);
      checkSessionFlags(flags);
      const configured = readConfig();
      await checkRunFiles(flags, configured.maxUploadBytes);
      const config = await settleSandbox(configured);
      process.exitCode = await withContainer((container) => tryWays(container, task, ways, flags), config);
    });
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

function readWays({ count, way = [] }: WaysFlags): WaysRequest['ways'] {
  if (count !== undefined && way.length > 0)
    throw new AppError('bad-request', 'Use --count, or --way for each way, not both.');
  const number = way.length > 0 ? way.length : Number(count ?? 3);
  if (Number.isInteger(number) && number >= MIN_WAYS && number <= MAX_WAYS)
    return way.length > 0 ? way.map((instruction) => ({ instruction })) : number;
  throw new AppError('bad-request', `There can be ${MIN_WAYS} to ${MAX_WAYS} ways.`);
}

async function tryWays(
  container: Container,
  task: string,
  ways: WaysRequest['ways'],
  flags: WaysFlags,
): Promise<number> {
  const { runtime } = container;
  const askedToStop = whenAskedToStop();
  const { sessionId, from, host, giveUp } = await openRunSession(container, flags);
  const started = await start(host, sessionId, { task, ways, flags }).catch(async (error) => {
    await giveUp();
    throw error;
  });
  const { waysId } = started;
  const begun = (await runtime.sessions.read(sessionId)).ways.find(({ id }) => id === waysId);
  if (begun) process.stderr.write(describeBudget(begun.budget));
  void askedToStop.then(() => host.cancelWays(sessionId, waysId).catch(() => {}));
  await Promise.all([
    followUntil(container, host, sessionId, from.seq, (type) => type === 'ways-end'),
    ...started.ways.map((way) => reportWay(container, host, way)),
  ]);
  await runtime.ways.wait(sessionId);
  const session = await runtime.sessions.read(sessionId);
  const ended = session.ways.find(({ id }) => id === waysId);
  if (!ended?.end) throw new AppError('internal', GONE);
  if (flags.json) process.stdout.write(`${JSON.stringify(ended, null, 2)}\n`);
  else {
    process.stderr.write(`${toHarmless(ended.end.outcome.message)}\n`);
    const runId = ended.ways.find((way) => way.sessionId === ended.chosen)?.runId;
    const answer = session.cells.findLast((cell) => cell.runId === runId && cell.role === 'answer');
    if (answer) process.stdout.write(`${toHarmless(answer.source).trimEnd()}\n`);
    if (!answer) for (const way of ended.ways) process.stderr.write(await describeAnswer(container, way));
    process.stderr.write(describeNext(ended, ended.end, sessionId));
  }
  return EXIT_OF[ended.end.outcome.status];
}

async function start(
  host: RunHost,
  sessionId: string,
  { task, ways, flags }: { task: string; ways: WaysRequest['ways']; flags: WaysFlags },
) {
  const files = await addData(host, sessionId, flags);
  const begun = await host.startWays(sessionId, { ...(await toRunRequest(task, files, flags)), ways });
  return begun;
}

/** Resolves with such an event of the session, or when the process that writes them is gone. */
async function followUntil(
  { runtime }: Container,
  { gone }: RunHost,
  sessionId: string,
  afterSeq: number,
  isLast: (type: string) => boolean,
): Promise<void> {
  const done = new AbortController();
  for await (const events of runtime.follow(sessionId, afterSeq, AbortSignal.any([done.signal, gone])))
    if (events.some(({ type }) => isLast(type))) done.abort();
}

async function reportWay(container: Container, host: RunHost, way: Way): Promise<void> {
  const { sessionId, name, begins, model } = way;
  const before = begins === 'rebuild' ? ', runs the cells above again first' : '';
  process.stderr.write(`${toHarmless(name)}: ${toHarmless(model.label)}${before}\n`);
  await followUntil(container, host, sessionId, way.copiedSeq, (type) => type === 'run-end');
  const run = findRun(await container.runtime.sessions.read(sessionId), way.runId);
  if (!run?.outcome) return;
  const used = describeUsage(sumRunUsage(run));
  const steps = pluralize(run.steps.length, 'step');
  process.stderr.write(
    `${toHarmless(name)}: ${run.outcome.status}, ${[steps, used].filter(Boolean).join(' · ')}\n`,
  );
}

/** What all of them may use, and each. */
function describeBudget({ together, each }: WaysBudget): string {
  return `Limit: ${pluralize(together.maxSteps, 'step')} together, ${each.maxSteps} for each way.\n`;
}

/** What somebody chooses by. */
async function describeAnswer({ runtime }: Container, way: Way): Promise<string> {
  const { cells } = await runtime.sessions.read(way.sessionId);
  const answer = cells.findLast(({ runId, role }) => runId === way.runId && role === 'answer');
  const title = [way.name, way.instruction].filter(Boolean).join(': ');
  return `\n${toHarmless(title)}\n${toHarmless(answer?.source ?? 'No answer.').trimEnd()}\n`;
}

function describeJudge({ basis }: WaysEnd): string {
  if (basis.kind !== 'judge') return '';
  const reasons = basis.pairs.flatMap(({ verdicts }) =>
    verdicts.map(({ confidence, reason }) => `  ${confidence.toFixed(2)}  ${toHarmless(reason)}\n`),
  );
  return `${toHarmless(basis.judge.label)} compared the answers: ${describeUsage(basis.usage)}\n${reasons.join('')}`;
}

function describeNext({ ways, chosen }: Ways, end: WaysEnd, sessionId: string): string {
  const others = ways.filter((way) => way.sessionId !== chosen);
  const lines = others.map(
    (way) => `To choose “${toHarmless(way.name)}”: actbook choose ${sessionId} ${way.sessionId}\n`,
  );
  return ['\n', describeJudge(end), ...lines].join('');
}

const EXIT_OF = {
  chosen: EXIT.ok,
  left: EXIT.asked,
  stopped: EXIT.interrupted,
  failed: EXIT.failed,
} as const;

const GONE =
  'The app that works on this question has ended. Start it again: it continues, or says what was lost.';
