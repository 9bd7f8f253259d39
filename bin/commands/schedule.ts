/** `actbook schedule`: notebooks and questions that run again at a time. */
import { type Command, Option } from 'commander';
import type { Container } from '../../lib/app/container.ts';
import { readConfig } from '../../lib/config/config.ts';
import type { Schedule, SchedulePatch, ScheduleRun } from '../../lib/protocol/schedules/schedule.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { findSession } from '../session/find-session.ts';
import { readParameters } from '../session/read-parameters.ts';
import { findServer } from '../session/server-notes.ts';
import { settleSandbox } from '../session/settle-sandbox.ts';
import { withContainer } from '../session/with-container.ts';
import { describeSchedule, describeScheduleRun } from '../terminal/describe-schedule.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { toHarmless } from '../terminal/to-harmless.ts';
import { whenAskedToStop } from '../terminal/when-asked-to-stop.ts';

interface AddFlags {
  cron: string;
  timeZone: string;
  name?: string;
  question?: string;
  model?: string;
  parameter?: string[];
  approval?: 'wait' | 'fail';
  webhook?: string;
}

const HELP = `
Runs take place while “actbook serve” runs. What is due while it does not runs once when it is back.
docs/schedules.md says what a run is.`;

export function addScheduleCommand(program: Command): void {
  const group = program
    .command('schedule')
    .description('Run a notebook, or ask a question in it, again at a time.')
    .addHelpText('after', HELP);
  addSettings(group.command('add'))
    .description('Add a schedule. Prints its ID.')
    .argument('<session>', 'session ID, or the unambiguous start of one')
    .action((session: string, flags: AddFlags) =>
      withContainer(async (container) => add(container, await findSession(container, session), flags)),
    );
  group
    .command('list')
    .description('List the schedules, with their next times.')
    .option('--json', 'print them as JSON')
    .action(({ json }: { json?: boolean }) =>
      withContainer(async ({ schedules }) => {
        const all = await schedules.list();
        if (json) return print(all);
        if (all.length === 0)
          process.stderr.write('No schedules yet. Add one with “actbook schedule add”.\n');
        for (const each of all) process.stdout.write(`${toHarmless(describeSchedule(each))}\n`);
      }),
    );
  group
    .command('runs')
    .description('List what the runs of a schedule gave, the last first.')
    .argument('<schedule>', 'ID of a schedule, or the unambiguous start of one')
    .option('--json', 'print them as JSON')
    .action((start: string, { json }: { json?: boolean }) =>
      withContainer(async (container) => {
        const { id, timeZone } = await findSchedule(container, start);
        const runs = await container.schedules.listRuns(id);
        if (json) return print(runs);
        for (const run of runs) process.stdout.write(`${toHarmless(describeScheduleRun(run, timeZone))}\n`);
      }),
    );
  addRun(group.command('run'));
  addChange(group.command('pause'), { isPaused: true }).description('Pause a schedule.');
  addChange(group.command('resume'), { isPaused: false }).description(
    'Resume a schedule. Times that have passed meanwhile do not run.',
  );
  addSchedule(group.command('remove'), async ({ schedules }, { id }) => {
    await schedules.remove(id);
    process.stderr.write('The schedule was removed, with its runs.\n');
  }).description('Remove a schedule, with its runs and the notebooks that they left.');
  addSchedule(group.command('secret'), async ({ schedules }, { id }) => {
    process.stdout.write(`${await schedules.readSecret(id)}\n`);
  }).description('Print the secret with which a receiver checks the signatures of the webhook.');
  for (const command of group.commands) command.exitOverride();
}

function addSettings(command: Command): Command {
  return command
    .requiredOption('--cron <time>', 'minute, hour, day, month, and weekday, such as "0 9 * * 1-5"')
    .option('--time-zone <name>', 'such as Europe/Berlin', Intl.DateTimeFormat().resolvedOptions().timeZone)
    .option('--name <name>', 'a name for lists (default: the title of the notebook)')
    .option('--question <text>', 'asked once the cells have run')
    .option('--model <id>', 'the model that answers')
    .option('-p, --parameter <name=value...>', 'a value that the notebook starts with')
    .addOption(
      new Option('--approval <what>', 'what to do with code that needs approval')
        .choices(['wait', 'fail'])
        .default('fail'),
    )
    .option('--webhook <address>', 'where each result is sent');
}

async function add({ schedules, config }: Container, sessionId: string, flags: AddFlags): Promise<void> {
  const { parameter, ...settings } = flags;
  const { id, note, ...schedule } = await schedules.add(sessionId, {
    ...settings,
    parameters: readParameters(parameter),
  });
  process.stderr.write(`${toHarmless(describeSchedule({ id, ...schedule }))}\n`);
  if (note !== undefined) process.stderr.write(`Webhook: ${note}\n`);
  if (!(await findServer(config.homeDir))) process.stderr.write(NOT_SERVED);
  process.stdout.write(`${id}\n`);
}

const NOT_SERVED = 'Actbook is not running now. The schedule runs while “actbook serve” does.\n';

function addRun(command: Command): void {
  command
    .description('Run a schedule now, in this process, and print what came of it.')
    .argument('<schedule>', 'ID of a schedule, or the unambiguous start of one')
    .option('--json', 'print the run as JSON')
    .action(async (start: string, { json }: { json?: boolean }) => {
      const config = await settleSandbox(readConfig());
      await withContainer(async (container) => {
        const { id, timeZone } = await findSchedule(container, start);
        const stopped = whenAskedToStop().then(() => null);
        const run = await Promise.race([container.schedules.run(id), stopped]);
        process.exitCode = toExitCode(run);
        if (run === null) return;
        if (json) print(run);
        else process.stdout.write(`${toHarmless(describeScheduleRun(run, timeZone))}\n`);
      }, config);
    });
}

function toExitCode(run: ScheduleRun | null): number {
  if (run === null) return EXIT.interrupted;
  return run.status === 'done' ? EXIT.ok : EXIT.failed;
}

function addChange(command: Command, patch: SchedulePatch): Command {
  return addSchedule(command, async ({ schedules }, { id }) => {
    process.stderr.write(`${toHarmless(describeSchedule(await schedules.change(id, patch)))}\n`);
  });
}

function addSchedule(
  command: Command,
  work: (container: Container, schedule: Schedule) => Promise<void>,
): Command {
  return command
    .argument('<schedule>', 'ID of a schedule, or the unambiguous start of one')
    .action((start: string) =>
      withContainer(async (container) => work(container, await findSchedule(container, start))),
    );
}

async function findSchedule({ schedules }: Container, start: string): Promise<Schedule> {
  const matches = (await schedules.list()).filter(({ id }) => id.startsWith(start));
  const [schedule] = matches;
  if (!schedule)
    throw new AppError(
      'bad-request',
      `No schedule ID starts with “${start}”. To list the schedules: actbook schedule list`,
    );
  if (matches.length === 1) return schedule;
  throw new AppError(
    'bad-request',
    `${matches.length} schedule IDs start with “${start}”. Type more of the ID.`,
  );
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
