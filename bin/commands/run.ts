import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { type Config, readConfig } from '../../lib/config/config.ts';
import { stampFile } from '../../lib/files/replace-file.ts';
import { MAX_AGENTS, type StopReason } from '../../lib/protocol/runs/run.ts';
import { type Cell, findRun, type Run, type Session } from '../../lib/session/session.ts';
import { findFigures } from '../../lib/session/view/layout/find-figures.ts';
import { groupAttempts } from '../../lib/session/view/layout/group-attempts.ts';
import { AppError, isAppError } from '../../lib/util/app-error.ts';
import { addData } from '../session/add-data.ts';
import { openRunSession } from '../session/open-run-session.ts';
import { describeProof, isDoubtful, proveAnswer } from '../session/prove-answer.ts';
import { checkRunFiles, checkSessionFlags, type RunFlags, toRunRequest } from '../session/run-flags.ts';
import type { RunHost } from '../session/run-host.ts';
import { settleSandbox } from '../session/settle-sandbox.ts';
import { withContainer } from '../session/with-container.ts';
import { writeNotebook } from '../session/write-notebook.ts';
import { askBack } from '../terminal/ask-back.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { reportProgress } from '../terminal/report-progress.ts';
import { openTerminalReader } from '../terminal/terminal-reader.ts';
import { toHarmless } from '../terminal/to-harmless.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description(
      'Answer one question, in a new session or as a follow-up: progress on stderr, the answer on stdout.',
    )
    .argument('<task>', 'the question')
    .option(
      '--session <id>',
      'ask in this session, which continues from where it is: its ID, or the start of it',
    )
    .option('--data <file>', 'add a file to the session; repeat for more files', collect)
    .option('--out <file.ipynb>', 'save the run as a notebook')
    .option('--model <id>', 'model ID, “server/model”, or “builtin” for the built-in analyst')
    .option('--review [model]', 'review the answer before it is given, with the same model or another')
    .option(
      '--tools <path>',
      'functions that the code can call, in the language of the kernel: a file, or a folder of Python modules',
    )
    .option('--mcp <mcp.json>', 'MCP servers whose tools the code can call (default: ACTBOOK_MCP_CONFIG)')
    .option('--schema <file.json>', 'JSON Schema that the answer must match')
    .option(
      '--approve <mode>',
      'ask before code runs: never, risky, or always; default: as chosen last in the notebook, at first never',
    )
    .option(
      '--agents <number>',
      `let the agent hand parts of the question to other agents, this many at most (up to ${MAX_AGENTS})`,
    )
    .option('--max-steps <number>', 'maximum number of steps (model calls that write code)')
    .option('--max-cost <dollars>', 'maximum cost of the model calls, if their prices are known')
    .option('--timeout <seconds>', 'time limit of the whole run')
    .option('--cell-timeout <seconds>', 'time limit of one cell')
    .option('--allow-network', 'let the code reach the internet; it can then send your data anywhere')
    .option('--kernel <name>', 'kernel of the session, which sets its language (default: python3)')
    .option('--no-verify', 'do not verify the notebook from a clean start')
    .option('--json', 'print events instead of text, one JSON object per line')
    .allowExcessArguments()
    .action(async (task: string, flags: RunFlags, { args }: Command) => {
      requireOne(args);
      checkSessionFlags(flags);
      const configured = withMcp(readConfig(), flags.mcp);
      await checkRunFiles(flags, configured.maxUploadBytes);
      const config = await settleSandbox(configured);
      process.exitCode = await withContainer((container) => runTask(container, task, flags), config);
    });
}

/** The words of a question without quotes, or files. */
function requireOne([, ...more]: readonly string[]): void {
  if (more.length === 0) return;
  throw new AppError(
    'bad-request',
    `A question is one argument, so put it in quotes, and add files with --data. What is too much: ${more.join(' ')}`,
  );
}

function withMcp(config: Config, mcp: string | undefined): Config {
  return mcp === undefined ? config : { ...config, mcpConfig: resolve(mcp) };
}

function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value];
}

async function runTask(container: Container, task: string, flags: RunFlags): Promise<number> {
  const { runtime } = container;
  if (flags.verify) container.verifyAfterRuns();
  const askedToStop = whenAskedToStop();
  const seen = flags.out ? await stampFile(flags.out) : null;
  const { sessionId, from, host, giveUp } = await openRunSession(container, flags);
  const reader = openTerminalReader(host.inputs, sessionId);
  let runId = await startRun(host, sessionId, task, flags).catch(async (error) => {
    reader?.leave();
    await giveUp();
    throw error;
  });
  const done = new AbortController();
  const stopping = new AbortController();
  const events = container.runtime.follow(sessionId, from.seq, AbortSignal.any([done.signal, host.gone]));
  const progress = reportProgress(events, {
    runId,
    from,
    json: flags.json,
    onEvent: reader?.handle,
    onEnd: async (outcome) => {
      if (outcome.status !== 'asked' || !reader || flags.json || stopping.signal.aborted) return null;
      const reply = await askBack(outcome, stopping.signal);
      if (reply === null) return null;
      await host.wait(runId);
      runId = await startRun(host, sessionId, reply, { ...flags, data: [] });
      return runId;
    },
  });
  void askedToStop.then(() => {
    stopping.abort();
    process.stderr.write('Interrupted.\n');
    // If that fails, the app that answers has ended, or the run has.
    return host.cancel(sessionId, runId).catch(() => {});
  });
  await host.wait(runId);
  await progress;
  await host.wait(runId);
  reader?.leave();
  done.abort();
  if (host.gone.aborted) throw new AppError('internal', GONE);
  // The answer is printed before the notebook, which may not get onto the disk, and before the clean run, which takes a while.
  if (!flags.json) process.stdout.write(answerOf(await runtime.sessions.read(sessionId), runId));
  const proof = await proveAnswer(container, { host, sessionId, runId, verifies: flags.verify, askedToStop });

  const session = await runtime.sessions.read(sessionId);
  const run = findRun(session, runId);
  if (flags.out) {
    await writeNotebook(container, sessionId, { path: flags.out, seen }).catch((error: unknown) => {
      throw isDiskError(error) ? withWayOut(error, sessionId) : error;
    });
  }
  if (flags.json) process.stdout.write(`${JSON.stringify({ type: 'proof', ...proof })}\n`);
  else {
    tellPlots(session, runId, flags.out);
    process.stderr.write(describeProof(proof));
    process.stderr.write(describeFollowUp(run, sessionId));
  }
  if (stopping.signal.aborted) return EXIT.interrupted;
  const code = toExitCode(run, findAnswer(session, runId)?.isPartial === true);
  return code === EXIT.ok && isDoubtful(proof) ? EXIT.unproven : code;
}

async function startRun(host: RunHost, sessionId: string, task: string, flags: RunFlags): Promise<string> {
  const files = await addData(host, sessionId, flags);
  return host.start(sessionId, await toRunRequest(task, files, flags));
}

const GONE =
  'The app that works on this question has ended. Start it again: it continues, or says what was lost. “actbook sessions” lists the session.';

function describeFollowUp(run: Run | null, sessionId: string): string {
  const [what, words] = run?.outcome?.status === 'asked' ? ['answer', 'ANSWER'] : ['follow up', 'QUESTION'];
  return `To ${what}: actbook run --session ${sessionId} "${words}"\n`;
}

function isDiskError(error: unknown): error is AppError {
  return isAppError(error) && (error.code === 'disk-full' || error.code === 'disk-failed');
}

function withWayOut({ code, message, cause }: AppError, sessionId: string): AppError {
  const wayOut = `The session has the notebook: actbook export ${sessionId} --out FILE`;
  return new AppError(code, `${message} ${wayOut}`, { cause });
}

/** The value of an answer by a schema is printed as it is, for programs to read. */
function answerOf(session: Session, runId: string): string {
  const outcome = findRun(session, runId)?.outcome;
  if (outcome?.status === 'answered' && 'value' in outcome)
    return `${JSON.stringify(outcome.value, null, 2)}\n`;
  const answer = findAnswer(session, runId);
  return answer ? `${toHarmless(answer.source).trimEnd()}\n` : '';
}

function findAnswer({ cells }: Session, runId: string): Cell | undefined {
  return cells.findLast((cell) => cell.runId === runId && cell.role === 'answer');
}

/** A terminal shows no pictures: says where they are. */
function tellPlots(session: Session, runId: string, out: string | undefined): void {
  const cells = session.cells.filter((cell) => cell.runId === runId);
  const count = findFigures(groupAttempts(cells)).length;
  if (count === 0) return;
  const what = count === 1 ? '1 plot is' : `${count} plots are`;
  const where = out
    ? `${what} in ${out}.`
    : `${what} in the notebook. To see it as a page: actbook export ${session.id} --format html`;
  process.stderr.write(`${where}\n`);
}

function toExitCode(run: Run | null, isPartial: boolean): number {
  switch (run?.outcome?.status) {
    case 'answered':
      return isPartial ? EXIT.failed : EXIT.ok;
    case 'asked':
      return EXIT.asked;
    case 'stopped':
      return STOPPED[run.outcome.reason] ?? EXIT.stopped;
    default:
      return EXIT.failed;
  }
}

/** The other reasons are limits. */
const STOPPED: Partial<Record<StopReason, number>> = {
  cancelled: EXIT.interrupted,
  'no-answer': EXIT.failed,
};
