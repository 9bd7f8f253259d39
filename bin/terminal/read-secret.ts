import { text as readAll } from 'node:stream/consumers';
import { AppError } from '../../lib/util/app-error.ts';
import { readLine } from './read-line.ts';

/** All of standard input, or what is typed unseen. Throws AppError `bad-request` where nothing is typed. */
export async function readSecret(
  from: 'standard input' | 'terminal',
  { prompt = '', missing = '' } = {},
): Promise<string> {
  if (from === 'standard input') return (await readAll(process.stdin)).trim();
  const { signal } = new AbortController();
  const typed = await readLine(prompt, { signal, password: true });
  if (!typed?.trim()) throw new AppError('bad-request', missing);
  return typed.trim();
}
