/** What a run of the command writes, and a home with a data file to run it in. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT_DIR } from '../app/app.ts';
import { type Script, startModelServer } from '../model/model-server.ts';
import { createTempDir } from '../temp-dir.ts';

interface NotebookFile {
  cells: {
    cell_type: string;
    source: string;
    execution_count?: number | null;
    outputs?: { data?: Record<string, string>; text?: string }[];
    metadata: { tags?: string[]; actbook: { role: string } };
  }[];
  metadata: {
    kernelspec: Record<string, string>;
    language_info: Record<string, string>;
    actbook: { runs: { outcome: { status: string }; model: { label: string } }[] };
  };
}

export async function readNotebookFile(path: string): Promise<NotebookFile> {
  return JSON.parse(await readFile(path, 'utf8'));
}

/** With `cars.csv`, and with a model when there is a script. */
export async function createCliHome(script?: Script): Promise<{ home: string; env: Record<string, string> }> {
  const home = await createTempDir();
  await copyFile(join(ROOT_DIR, 'test/fixtures/cars.csv'), join(home, 'cars.csv'));
  if (!script) return { home, env: {} };
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return {
    home,
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-canary', ACTBOOK_MODEL: 'scripted' },
  };
}
