/**
 * Writes r-session.md and javascript-session.md: `node docs/transcripts/record-languages.ts`, after
 * `node bin/setup.mjs --contract`, which installs R and Deno.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../lib/config/config.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import { toObservation } from '../../lib/observation/to-observation.ts';
import { findCell, type Run, type Session, type Step } from '../../lib/session/session.ts';
import { type Dialogue, R_DIALOGUE, TYPESCRIPT_DIALOGUE } from '../../test/contract/dialogues.ts';
import { createHomeWithDeno } from '../../test/contract/jupyter-servers.ts';
import { runDialogue } from '../../test/contract/run-dialogue.ts';

const INTRODUCTION =
  'Made by `node docs/transcripts/record-languages.ts`. A scripted model server answers over HTTP with replies that were written by hand; the agent, the kernel in its box, the code and its outputs are real. The script answers the question of the code instead of a user.';

async function record(dialogue: Dialogue, file: string): Promise<void> {
  const workspacesDir = await mkdtemp(join(tmpdir(), 'actbook-transcript-'));
  const HOME = await createHomeWithDeno();
  const { python, rootDir, kernelEnv } = readConfig();
  const env = { ...kernelEnv, HOME };
  const options = { python, rootDir, workspacesDir, kernelEnv: env, external: null, warmBoxes: 0 };
  const kernels = createJupyterKernels({ ...options, sandbox: 'on' });
  try {
    const { session } = await runDialogue(dialogue, kernels);
    await writeFile(join(import.meta.dirname, file), toMarkdown(session, dialogue.title));
  } finally {
    await kernels.dispose();
    await Promise.all([workspacesDir, HOME].map((folder) => rm(folder, { recursive: true })));
  }
}

/** The task, what the model wrote, and what each cell showed it. */
function toMarkdown(session: Session, title: string): string {
  const kernel = session.kernel.info;
  const parts = [
    `# ${title}`,
    INTRODUCTION,
    kernel
      ? `Kernel: ${kernel.displayName}, ${kernel.implementation}, isolation \`${kernel.isolation}\`.`
      : '',
    ...session.runs.flatMap((run) => toRunParts(session, run)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toRunParts(session: Session, run: Run): string[] {
  const tools = session.cells.find(({ runId, role }) => runId === run.id && role === 'tools');
  return [
    `**Task:** ${run.task.text}`,
    ...(tools ? ['**Functions given:**', fence(tools.source)] : []),
    ...run.steps.flatMap((step) => toStepParts(session, step)),
  ];
}

function toStepParts(session: Session, { index, text, cellIds }: Step): string[] {
  const cells = cellIds.flatMap((id) => findCell(session, id) ?? []).filter(({ type }) => type === 'code');
  const shown = cells.flatMap((cell) => ['**The model reads:**', fence(toObservation(cell).text)]);
  return [`## Step ${index}`, '**The model writes:**', fence(text, 'markdown'), ...shown];
}

/** Longer than any fence in the text. */
function fence(text: string, label = 'text'): string {
  const longest = Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([mark]) => mark.length + 1));
  const mark = '`'.repeat(longest);
  return `${mark}${label}\n${text.trimEnd()}\n${mark}`;
}

await record(R_DIALOGUE, 'r-session.md');
await record(TYPESCRIPT_DIALOGUE, 'javascript-session.md');
