/** The agent in other languages than Python: in a box of ours, and on a Jupyter server that runs already. */
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import type { KernelProvider } from '../../lib/kernel/kernel.ts';
import type { Notebook } from '../../lib/session/notebook/to-notebook.ts';
import { runCli } from '../helpers/bin/cli.ts';
import { createTestProvider } from '../helpers/kernel/kernel-provider.ts';
import { promptMessages } from '../helpers/model/model-server.ts';
import { createTempDir } from '../helpers/temp-dir.ts';
import { type Dialogue, R_DIALOGUE, TYPESCRIPT_DIALOGUE } from './dialogues.ts';
import { createHomeWithDeno, startJupyterServer } from './jupyter-servers.ts';
import { type DialogueResult, runDialogue } from './run-dialogue.ts';

async function openBoxes(): Promise<KernelProvider> {
  const HOME = await createHomeWithDeno();
  const { kernelEnv } = readConfig({ ...process.env });
  const { provider, dispose } = await createTestProvider({
    sandbox: 'on',
    warmBoxes: 0,
    kernelEnv: { ...kernelEnv, HOME },
  });
  onTestFinished(async () => {
    await dispose();
    await rm(HOME, { recursive: true });
  });
  return provider;
}

async function openServer(): Promise<KernelProvider> {
  const peer = await startJupyterServer({ environment: 'server-2' });
  const { provider, dispose } = await createTestProvider({ external: peer.address });
  onTestFinished(async () => {
    await dispose();
    await peer.stop();
  });
  return provider;
}

interface Expectations {
  /** What each of the four cells shows the model. */
  shown: [RegExp, RegExp, RegExp, RegExp];
  label: string;
  signature: string;
  image: string;
  languageInfo: string;
  /** What the table of the kernel's names says. */
  names: RegExp;
}

const R: Expectations = {
  label: 'R 4',
  signature: 'thousands(x, digits = 1)',
  shown: [/data.frame.*obs\. of/s, /object 'factory' not found/, /plant +units/, /image\/png/],
  image: 'image/png',
  languageInfo: 'R',
  names: /cars data\.frame \d+×5/,
};
const TYPESCRIPT: Expectations = {
  label: 'TypeScript',
  signature: 'thousands(x: number, digits = 1): number',
  shown: [
    /plant: "Graz"/,
    /TypeError: Cannot read properties of undefined/,
    /"Leipzig" => \d+/,
    /image\/svg\+xml/,
  ],
  image: 'image/svg+xml',
  languageInfo: 'typescript',
  names: /cars Array \d+/,
};

const PLACES = { 'in a box': openBoxes, 'on a Jupyter server': openServer };

describe.each(Object.entries(PLACES))('the agent %s', (place, open) => {
  it.each([
    ['R', R_DIALOGUE, R],
    ['TypeScript', TYPESCRIPT_DIALOGUE, TYPESCRIPT],
  ])('answers in %s: functions, an error corrected, a plot, a question', async (_, dialogue, expected) => {
    const result = await runDialogue(dialogue, await open());
    const cells = result.session.cells.filter(({ role }) => role === 'code');
    expect(cells.map(({ status }) => status)).toEqual(['ok', 'error', 'ok', 'ok']);
    expect(result.answer).toContain('Leipzig sold most');
    expect(result.session.runs[0]?.tools[0]).toMatchObject({
      signature: expected.signature,
      doc: 'Thousands, rounded to one place.',
    });
    expectPrompts(result, dialogue, expected);
    const images = cells
      .at(-1)
      ?.outputs.flatMap((output) => ('data' in output ? Object.keys(output.data) : []));
    expect(images).toContain(expected.image);
    expect(result.notebook.metadata).toMatchObject({
      kernelspec: { name: dialogue.kernelName },
      language_info: { name: expected.languageInfo },
    });
    if (place === 'in a box') await expectToRunAgain(result, dialogue);
  });
});

/** Each prompt ends with what the cell before it showed; the last one lists what is in the kernel. */
function expectPrompts({ requests }: DialogueResult, { kernelName }: Dialogue, expected: Expectations) {
  const prompts = requests.map((request) =>
    promptMessages(request)
      .map(({ text }) => text)
      .join('\n'),
  );
  expect(prompts[0]).toContain(`live Jupyter kernel (${expected.label}`);
  expect(prompts[0]).toContain(expected.signature);
  expect(prompts[0]).toContain(kernelName === 'ir' ? '```r\n' : '```typescript\n');
  for (const [index, shown] of expected.shown.entries()) expect(prompts[index + 1]).toMatch(shown);
  expect(prompts.at(-1)).toMatch(expected.names);
}

/** The exported file, run from beginning to end by another kernel; the cell that failed fails again. */
async function expectToRunAgain({ notebook }: DialogueResult, { answers, kernelName }: Dialogue) {
  const home = await createTempDir();
  const HOME = kernelName === 'deno' ? await createHomeWithDeno() : home;
  const path = join(home, 'again.ipynb');
  // Nobody is there to answer.
  const text = JSON.stringify(notebook).replace(
    /(?:readline|prompt)\(\\".*?\\"\)/,
    `\\"${Object.values(answers)[0]}\\"`,
  );
  await writeFile(path, text);
  await copyFile(join(import.meta.dirname, '../fixtures/cars.csv'), join(home, 'cars.csv'));
  const { code, stderr } = await runCli(['exec', path, '--allow-errors'], { home, env: { HOME } });
  expect(code, stderr).toBe(0);
  const again: { cells: Notebook['cells'] } = JSON.parse(await readFile(path, 'utf8'));
  // What was asked and answered is a stream, which is not there when nothing is asked.
  const toTypes = ({ cells }: { cells: Notebook['cells'] }) =>
    cells.map(({ outputs = [] }) =>
      outputs.map((output) => output.output_type).filter((type) => type !== 'stream'),
    );
  expect(toTypes(again)).toEqual(toTypes(notebook));
  if (HOME !== home) await rm(HOME, { recursive: true });
}
