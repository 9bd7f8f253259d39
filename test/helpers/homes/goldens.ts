/** What users and models saw of the recorded sessions when the goldens were last made: `test/fixtures/homes/README.md`. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { readConfig } from '../../../lib/config/config.ts';
import { VERSION } from '../../../lib/config/version.ts';
import { exportSession } from '../../../lib/export/export-session.ts';
import type { Session } from '../../../lib/session/session.ts';
import type { Blobs } from '../../../lib/store/store.ts';
import { readPage } from './read-page.ts';
import { readPrompts } from './read-prompts.ts';
import { HOMES_DIR } from './recorded-home.ts';

/** Of one session: each is a text of many lines. */
const Golden = z.object({ id: z.string(), page: z.string(), prompts: z.string(), ipynb: z.string() });
export type Golden = z.infer<typeof Golden>;

const PATH = join(HOMES_DIR, 'goldens.jsonl.gz');

export async function readGoldens(): Promise<Golden[]> {
  const lines = gunzipSync(await readFile(PATH))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => Golden.parse(JSON.parse(line)));
}

export async function writeGoldens(goldens: readonly Golden[]): Promise<void> {
  const lines = goldens.map((golden) => `${JSON.stringify(golden)}\n`);
  await writeFile(PATH, gzipSync(lines.join(''), { level: 9 }));
}

export async function exportNotebook(session: Session, blobs: Blobs): Promise<string> {
  const { python, rootDir } = readConfig();
  const renderPage = () => Promise.reject(new Error('No page is needed here.'));
  return (await exportSession(session, 'ipynb', { python, rootDir, blobs, renderPage })).content;
}

export function toGolden(session: Session, ipynb: string): Golden {
  return {
    id: session.id,
    page: shorten(readPage(session)),
    prompts: shorten(readPrompts(session)),
    ipynb: shorten(ipynb.replaceAll(`"version": "${VERSION}"`, '"version": "this one"')),
  };
}

const MAX_LINE_LENGTH = 400;

/** Of a long line, such as a picture's bytes, its beginning and its hash stay. */
function shorten(text: string): string {
  const lines = text.split('\n').map((line) => {
    if (line.length <= MAX_LINE_LENGTH) return line;
    const hash = createHash('sha256').update(line).digest('hex').slice(0, 16);
    return `${line.slice(0, MAX_LINE_LENGTH / 4)}… ${line.length} characters, ${hash}`;
  });
  return lines.join('\n');
}
