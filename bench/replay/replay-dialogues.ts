/**
 * Replays recorded CodeAct dialogues through the agent in real kernels and compares what each cell gave:
 * `node bench/replay/replay-dialogues.ts DIALOGUES.jsonl [OUT.json]`. The recorded replies come from an
 * OpenAI-compatible server over HTTP, one kernel a dialogue. ACTBOOK_PYTHON chooses the interpreter.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createAgentSession, createTestModel } from '../../test/helpers/agent-session.ts';
import { createTestProvider } from '../../test/helpers/kernel-provider.ts';
import { startModelServer } from '../../test/helpers/model-server.ts';
import { type Comparison, compareObservation, toShellText } from './compare-observation.ts';
import { type RecordedDialogue, readDialogues } from './recorded-dialogue.ts';

interface ComparedStep {
  turn: string;
  comparison: Comparison;
  expected: string;
  actual: string;
}

const [input, output] = process.argv.slice(2);
if (input === undefined) throw new Error('Which file of dialogues? One JSON object a line.');
const dialogues = readDialogues(await readFile(input, 'utf8'));
const kernels = await createTestProvider();
const compared: ComparedStep[] = [];
try {
  for (const [index, dialogue] of dialogues.entries()) {
    compared.push(...(await replay(dialogue)));
    process.stderr.write(`\r${index + 1} of ${dialogues.length} dialogues`);
  }
} finally {
  await kernels.dispose();
}
report(compared);
if (output !== undefined) await writeFile(output, JSON.stringify(compared, null, 2));

/** Each recorded turn is a run of its own, so that no stop condition of ours ends a dialogue early. */
async function replay({ name, steps }: RecordedDialogue): Promise<ComparedStep[]> {
  const server = await startModelServer(steps.flatMap(({ reply }) => [reply, 'Done.']));
  const kernel = await kernels.start();
  const session = createAgentSession(kernel, createTestModel(server));
  const comparedSteps: ComparedStep[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const { cells } = await session.run(`Turn ${index + 1} of ${name}`);
      const code = cells.filter(({ role }) => role === 'code');
      const comparison = compareObservation(step, code);
      const turn = `${name} turn ${index + 1}`;
      comparedSteps.push({ turn, comparison, expected: step.observed, actual: toShellText(code) });
    }
  } finally {
    await kernel.dispose();
  }
  await server.close();
  return comparedSteps;
}

function report(steps: readonly ComparedStep[]): void {
  for (const kind of ['equal', 'equal-frames-apart', 'different'] satisfies Comparison[]) {
    console.log(`${kind}: ${steps.filter(({ comparison }) => comparison === kind).length}`);
  }
  for (const step of steps.filter(({ comparison }) => comparison === 'different')) {
    console.log(`\n== ${step.turn}\n-- recorded\n${step.expected}\n-- now\n${step.actual}`);
  }
}
