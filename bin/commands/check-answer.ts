import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkAnswerFile } from '../../lib/app/check-answer-file.ts';
import { readConfig } from '../../lib/config/config.ts';
import { describeAnswerCheck } from '../terminal/describe-answer-check.ts';
import { EXIT } from '../terminal/exit-codes.ts';

interface CheckFlags {
  json?: boolean;
  question?: string;
}

const HELP = `
Each number, percentage, amount, and date of the answer is looked up in the outputs of the notebook: as it is, rounded, in
another unit, or as a difference, ratio, or sum of values. Nothing is run.
docs/numbers.md has the rules.

Exit codes:
  0    no quantity is missing from the outputs; those without a certain source are listed
  1    a quantity is not in any output
  2    wrong usage, or a file that cannot be read`;

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description('Check whether the outputs of a notebook say what an answer says in numbers.')
    .argument('<answer.md>', 'the answer, in Markdown')
    .argument('<notebook.ipynb>', 'the notebook that it is about')
    .option('--question <text>', 'the question that was asked; numbers in it need no source')
    .option('--json', 'print every quantity and its sources as JSON')
    .addHelpText('after', HELP)
    .action(async (answer: string, notebook: string, flags: CheckFlags) => {
      process.exitCode = await runCheck(answer, notebook, flags);
    });
}

async function runCheck(
  answer: string,
  notebook: string,
  { json = false, question = '' }: CheckFlags,
): Promise<number> {
  const check = await checkAnswerFile(readConfig(), {
    answer: resolve(answer),
    notebook: resolve(notebook),
    question,
  });
  process.stdout.write(json ? `${JSON.stringify(check, null, 2)}\n` : describeAnswerCheck(check));
  return check.counts.unfounded > 0 ? EXIT.failed : EXIT.ok;
}
