/**
 * Writes r-session.md and javascript-session.md: `node docs/transcripts/record-languages.ts`, after
 * `node bin/setup.mjs --contract`, which installs R and Deno.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../lib/config/config.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import { type Dialogue, R_DIALOGUE, TYPESCRIPT_DIALOGUE } from '../../test/contract/dialogues.ts';
import { createHomeWithDeno } from '../../test/contract/jupyter-servers.ts';
import { runDialogue } from '../../test/contract/run-dialogue.ts';
import { toMarkdown } from './to-markdown.ts';

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
    const text = toMarkdown(session, { title: dialogue.title, introduction: INTRODUCTION });
    await writeFile(join(import.meta.dirname, file), text);
  } finally {
    await kernels.dispose();
    await Promise.all([workspacesDir, HOME].map((folder) => rm(folder, { recursive: true })));
  }
}

await record(R_DIALOGUE, 'r-session.md');
await record(TYPESCRIPT_DIALOGUE, 'javascript-session.md');
