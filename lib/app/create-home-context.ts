import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, stampFile } from '../files/replace-file.ts';
import { CONTEXT_FILE } from '../protocol/files/context-file.ts';
import { CHANGED_ELSEWHERE } from '../runtime/sessions/context-files.ts';
import { AppError } from '../util/app-error.ts';
import { createTurns } from '../util/turns.ts';
import type { HomeContext } from './container.ts';

/** The CONTEXT.md in the home of the app, which counts for all notebooks. */
export function createHomeContext(homeDir: string): HomeContext {
  const path = join(homeDir, CONTEXT_FILE);
  const inTurn = createTurns();
  const read = () => readFile(path, 'utf8').catch((error: unknown) => explain(path, error));
  return {
    read,
    write: ({ text, was }) =>
      inTurn(path, async () => {
        const seen = await stampFile(path);
        if ((await read()) !== was) throw new AppError('conflict', CHANGED_ELSEWHERE);
        const written = await replaceFile(path, text, seen);
        if (written !== path)
          throw new AppError(
            'conflict',
            `Another program changed ${path} meanwhile. Your text is in ${written}.`,
          );
      }),
  };
}

function explain(path: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw new AppError('disk-failed', `${path} cannot be read. Change its permissions.`, { cause: error });
}
