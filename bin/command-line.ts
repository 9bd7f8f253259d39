/** What the `actbook` command does with its arguments. Each command is in bin/commands; exit codes are listed in its help. */
import { Command, CommanderError } from 'commander';
import { AppError, isAppError, toMessage } from '../lib/util/app-error.ts';
import packageJson from '../package.json' with { type: 'json' };
import { addAcpCommand } from './commands/acp.ts';
import { addBranchCommand } from './commands/branch.ts';
import { addCheckCommand } from './commands/check-answer.ts';
import { addChooseCommand } from './commands/choose.ts';
import { addConnectionsCommand } from './commands/connections.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExecCommand } from './commands/exec.ts';
import { addExportCommand } from './commands/export.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addModelsCommand } from './commands/models.ts';
import { addPackagesCommand } from './commands/packages.ts';
import { addRecoverCommand } from './commands/recover.ts';
import { addRunCommand } from './commands/run.ts';
import { addScheduleCommand } from './commands/schedule.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSessionsCommand } from './commands/sessions.ts';
import { addShareCommand } from './commands/share.ts';
import { addUndoCommand } from './commands/undo.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWaysCommand } from './commands/ways.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { toHarmless } from './terminal/to-harmless.ts';

const HELP = `
Exit codes:
  0    answered, executed, or done
  1    failed, or not answered in full
  2    wrong usage
  3    stopped by a limit, or the answer does not match the schema
  4    code cannot be isolated on this machine, and you have not allowed it to run without isolation
  5    answered, but with numbers that are in no output, before any code ran on the data, or from a notebook that gives other
       results from a clean start
  6    asked back: the answer depends on what you mean, or on which way you choose; the last lines have the question, or the ways
  130  interrupted

Environment:
  ACTBOOK_HOME         folder for all state (default: ~/.actbook)
  OPENAI_API_KEY       key of the model server; see also “actbook models”
  OPENAI_BASE_URL      address of the model server, for example http://127.0.0.1:11434/v1 for Ollama
  ACTBOOK_MODEL        model ID
  ACTBOOK_MODELS       file that configures several servers (default: models.json in ACTBOOK_HOME)
  ACTBOOK_DISCOVER     “off” turns off the search for Ollama and LM Studio on this machine
  ACTBOOK_REVIEW       “on”, or the model that reviews each answer before it is given (default: off)
  ACTBOOK_SANDBOX      “off” runs code without isolation, with access to your files and network (default: on)
  JUPYTER_SERVER_URL   use this Jupyter server (with JUPYTER_TOKEN) instead of starting one`;

/** Sets the exit code of this process. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const program = new Command('actbook')
    .description(`${packageJson.description}\nWithout a command, the web app starts.`)
    .version(packageJson.version)
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText('after', HELP)
    .exitOverride();
  for (const add of [
    addServeCommand,
    addMcpCommand,
    addRunCommand,
    addWaysCommand,
    addChooseCommand,
    addBranchCommand,
    addUndoCommand,
    addPackagesCommand,
    addModelsCommand,
    addConnectionsCommand,
    addSessionsCommand,
    addScheduleCommand,
    addExportCommand,
    addShareCommand,
    addExecCommand,
    addVerifyCommand,
    addCheckCommand,
    addDoctorCommand,
    addRecoverCommand,
    addAcpCommand,
  ]) {
    add(program);
  }
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  process.stderr.write(`actbook: ${toHarmless(toMessage(error))}\n`);
  if (isAppError(error)) return toExitCode(error);
  // Not one of ours: the place it came from is what a bug report needs.
  if (process.env.ACTBOOK_DEBUG && error instanceof AppError === false) console.error(error);
  return EXIT.failed;
}

function toExitCode({ code }: AppError): number {
  if (code === 'bad-request') return EXIT.usage;
  return code === 'sandbox-unavailable' ? EXIT.notIsolated : EXIT.failed;
}
