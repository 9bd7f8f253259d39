/**
 * Asks the built-in analyst plain questions in a session with a kernel, and looks for the values that were worked out by hand in
 * what it answered and in the result of its code. `node bench/analyst/ask-questions.ts SET [--list right|refused|wrong]`: the
 * sets e, f, and g are in `plain-questions.jsonl.gz`, with one CSV table and its questions a line. A value in a long answer can
 * be there by chance: such rows are marked `long`, and read by hand.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { createAnalyst } from '../../lib/analyst/analyst.ts';
import { listShown } from '../../lib/analyst/reply/list-shown.ts';
import { createAgentSession } from '../../test/helpers/agent/agent-session.ts';
import { createTestProvider, type TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';

const Value = z.union([z.number(), z.string(), z.boolean()]);
const Question = z.object({
  id: z.string(),
  question: z.string(),
  /** `refuse`: the table does not say it. */
  answer: z.string().nullish(),
  values: z.union([Value, z.array(z.union([Value, z.array(Value)]))]).nullish(),
});
type Question = z.infer<typeof Question>;
const AskedTable = z.object({
  set: z.string(),
  file: z.string(),
  table: z.string(),
  questions: z.array(Question),
});
type AskedTable = z.infer<typeof AskedTable>;
type Score = 'right' | 'refused' | 'wrong';

interface Asked {
  readonly file: string;
  readonly question: Question;
  readonly score: Score;
  readonly isLong: boolean;
  readonly said: string;
}

/** Values that a result has beside those that were asked for, before one may be there by chance. */
const FEW = 12;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' } },
});
const [set] = positionals;
const archive = gunzipSync(readFileSync(join(import.meta.dirname, 'plain-questions.jsonl.gz'))).toString();
const tables = archive
  .trimEnd()
  .split('\n')
  .map((line) => AskedTable.parse(JSON.parse(line)))
  .filter((table) => table.set === set);
if (tables.length === 0) throw new Error('Which set of questions: e, f, or g?');
const provider = await createTestProvider({ sandbox: 'off' });
const asked: Asked[] = [];
try {
  for (const table of tables) {
    for (const question of table.questions) asked.push(await ask(question, table, provider));
  }
} finally {
  await provider.dispose();
}
report(asked);

async function ask(
  question: Question,
  { file, table }: AskedTable,
  { start, workspacesDir }: TestProvider,
): Promise<Asked> {
  const workspace = crypto.randomUUID();
  const kernel = await start(workspace);
  await writeFile(join(workspacesDir, workspace, file), table);
  const agent = createAgentSession(kernel, createAnalyst());
  agent.apply({ type: 'kernel-status', status: 'idle' });
  agent.apply({ type: 'file-add', name: file, bytes: 0, blob: '', origin: 'upload' });
  const { run, answer } = await agent.run(question.question);
  await kernel.dispose();
  const shown = listShown(agent.session, run).flatMap(({ result }) => result?.values.flat() ?? []);
  const said = answer ?? run.steps.at(-1)?.text ?? '';
  const expected = [question.values ?? []].flat(2);
  const isAnswered = run.outcome?.status === 'answered';
  const isRefusal = question.answer === 'refuse';
  const found = isAnswered && expected.every((value) => isShown(value, said, shown));
  const isRight = isRefusal ? !isAnswered : found && expected.length > 0;
  return {
    file,
    question,
    score: isRight ? 'right' : isAnswered ? 'wrong' : 'refused',
    isLong: isAnswered && isRight && listNumbers(said).length > expected.length + FEW,
    said: said.replaceAll(/\s+/g, ' ').slice(0, 700),
  };
}

function isShown(value: z.infer<typeof Value>, said: string, shown: readonly unknown[]): boolean {
  if (typeof value === 'boolean') return new RegExp(value ? '\\byes\\b' : '\\bno\\b', 'i').test(said);
  if (typeof value === 'number') {
    return [...listNumbers(said), ...shown].some(
      (other) => typeof other === 'number' && isNear(other, value),
    );
  }
  const text = value.toLowerCase();
  return said.toLowerCase().includes(text) || shown.some((other) => `${other}`.toLowerCase() === text);
}

function listNumbers(text: string): number[] {
  return [...text.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(',', '')));
}

/** As exact as it was worked out; a share may be a part of 1 or of 100. */
function isNear(found: number, expected: number): boolean {
  const decimals = `${expected}`.split('.')[1]?.length ?? 0;
  const margin = Math.max(0.51 * 10 ** -decimals * Number(decimals > 0), Math.abs(expected) * 5e-4);
  return [1, 100].some((factor) => Math.abs(found * factor - expected) <= (factor === 1 ? margin : 0.06));
}

function report(all: readonly Asked[]): void {
  const files = [...Map.groupBy(all, ({ file }) => file)];
  const count = (some: readonly Asked[], score: Score) => some.filter((each) => each.score === score).length;
  console.log('| table | right | refused | wrong |\n| --- | --: | --: | --: |');
  for (const [file, some] of [...files, ['all', all] as const])
    console.log(
      `| ${file} | ${count(some, 'right')} | ${count(some, 'refused')} | ${count(some, 'wrong')} |`,
    );
  for (const { question, score, said, isLong } of all) {
    if (flags.list !== undefined && flags.list !== 'all' && score !== flags.list) continue;
    if (flags.list === undefined) continue;
    const expected = JSON.stringify(question.answer === 'refuse' ? 'refuse' : question.values);
    console.log(
      `${score}${isLong ? ' (long)' : ''} ${question.id} ${question.question} = ${expected}\n    ${said}`,
    );
  }
}
