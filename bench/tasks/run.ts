/** Runs a suite of tasks and prints accuracy, steps, tokens, time and cost: see `--help`. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createAnalyst } from '../../lib/analyst/analyst.ts';
import { readConfig } from '../../lib/config/config.ts';
import { createModels } from '../../lib/model/catalog/create-models.ts';
import { traitsOf } from '../../lib/protocol/models/model-traits.ts';
import { toMessage } from '../../lib/util/app-error.ts';
import type { ActingModel } from './json-actions.ts';
import { readDabench } from './read-dabench.ts';
import { createRecorder, readRecordings } from './recordings.ts';
import { createReplayModel, type Replies, toReference, withRecording } from './replay.ts';
import { toReport } from './report.ts';
import { runSuite } from './run-suite.ts';
import { type Actions, toTaskText } from './run-task.ts';
import { OWN_SUITE } from './suite/own-suite.ts';
import type { SuiteTask } from './task.ts';

const HELP = `Usage: npm run bench:tasks -- [options]

Runs tasks (files, a question, an expected answer) and prints for each whether the answer was right, with steps,
tokens, time and cost. Code runs in real kernels, in a box each.

  --agent model       the configured language model (OPENAI_API_KEY, OPENAI_BASE_URL, ACTBOOK_MODEL, models.json)
          analyst     the built-in, rule-based analyst; no language model
          reference   each task's own solution, run for real: proves suite and scorer, says nothing of any model
          replies     what was recorded with --record; tokens are estimates then
                      default: model where one is configured, else analyst
  --model ID          which of the configured models
  --actions code      the model writes Python, any number of things in one step
            json      one call of a data tool a step, as native tool calls; same tasks, same kernel
            both      default: code; the analyst knows code only
  --suite FOLDER      InfiAgent-DABench's files instead of our own tasks: da-dev-questions.jsonl,
                      da-dev-labels.jsonl, da-dev-tables/
  --only ID,ID        these tasks
  --limit N           the first N tasks
  --max-steps N       steps of one task, default 20
  --replies FILE      recorded replies, for --agent replies
  --record FILE       writes the model's replies
  --out FILE          writes all results as JSON
  --list              prints the tasks
`;

const { values: flags } = parseArgs({
  options: {
    agent: { type: 'string' },
    model: { type: 'string' },
    actions: { type: 'string', default: 'code' },
    suite: { type: 'string' },
    only: { type: 'string' },
    limit: { type: 'string' },
    'max-steps': { type: 'string', default: '20' },
    replies: { type: 'string' },
    record: { type: 'string' },
    out: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

try {
  if (flags.help) process.stdout.write(HELP);
  else if (flags.list) for (const { id, question } of await readTasks()) console.log(`${id}: ${question}`);
  else await run();
} catch (error) {
  process.stderr.write(`${toMessage(error)}\n`);
  process.exitCode = 1;
}

async function readTasks(): Promise<readonly SuiteTask[]> {
  const all = flags.suite === undefined ? OWN_SUITE : await readDabench(flags.suite);
  const only = flags.only?.split(',');
  const unknown = only?.find((id) => !all.some((task) => task.id === id));
  if (unknown) throw new Error(`There is no task "${unknown}"; --list names them.`);
  return all.filter(({ id }) => only?.includes(id) ?? true).slice(0, Number(flags.limit ?? all.length));
}

async function run(): Promise<void> {
  const tasks = await readTasks();
  const recorder = createRecorder();
  const { model, label, canDo } = await chooseModel(tasks);
  process.stderr.write(`${tasks.length} tasks, ${label}\n`);
  const results = await runSuite({
    tasks,
    actions: model === null ? ['code'] : readActions(),
    model:
      model &&
      ((actions) => withRecording(model(actions), (task, reply) => recorder.tell(actions, task, reply))),
    maxSteps: Number(flags['max-steps']),
    ...(canDo ? { canDo } : {}),
    onResult: ({ id, isCorrect }) => process.stderr.write(`${isCorrect ? '✓' : '✗'} ${id}\n`),
  });
  if (results.length === 0) throw new Error('There is nothing to run: no task has what this agent needs.');
  process.stdout.write(`${label}\n\n${toReport(results)}\n`);
  if (flags.out) await writeFile(flags.out, `${JSON.stringify({ label, results }, null, 2)}\n`);
  if (flags.record) await recorder.save(flags.record);
}

function readActions(): Actions[] {
  if (flags.actions === 'both') return ['code', 'json'];
  if (flags.actions === 'code' || flags.actions === 'json') return [flags.actions];
  throw new Error('--actions is code, json or both.');
}

interface Chosen {
  /** Null: the built-in analyst. */
  model: ((actions: Actions) => ActingModel) | null;
  label: string;
  canDo?: (task: SuiteTask, actions: Actions) => boolean;
}

async function chooseModel(tasks: readonly SuiteTask[]): Promise<Chosen> {
  const models = createModels(readConfig({ ...process.env }).models, [], createAnalyst());
  const isConfigured = models.listConfigured().some((info) => traitsOf(info).readsPrompts);
  const agent = flags.agent ?? (isConfigured || flags.model ? 'model' : 'analyst');
  switch (agent) {
    case 'analyst':
      if (isConfigured)
        throw new Error(
          'The analyst answers where no model server is configured: unset OPENAI_BASE_URL, or use --agent.',
        );
      return { model: null, label: 'Built-in analyst (rule-based, no language model)' };
    case 'reference':
      return replay('Reference solutions (no language model)', (actions) => (text) => {
        const task = tasks.find((each) => toTaskText(each, true) === text);
        return task ? toReference(task, actions) : null;
      });
    case 'replies': {
      if (flags.replies === undefined) throw new Error('--agent replies needs --replies FILE.');
      const recordings = await readRecordings(flags.replies);
      return replay(`Replies recorded in ${flags.replies}`, (actions) => (text) => {
        return recordings.find((each) => each.task === text && each.actions === actions)?.replies ?? null;
      });
    }
    case 'model': {
      const model = await models.open(flags.model);
      if ('plan' in model)
        throw new Error(
          'No language model is configured: set OPENAI_BASE_URL or OPENAI_API_KEY, or use --agent.',
        );
      return { model: () => model, label: model.info.label };
    }
    default:
      throw new Error('--agent is model, analyst, reference or replies.');
  }
}

function replay(label: string, find: (actions: Actions) => (text: string) => Replies | null): Chosen {
  return {
    model: (actions) => createReplayModel(label, find(actions)),
    label,
    canDo: (task, actions) => find(actions)(toTaskText(task, true)) !== null,
  };
}
