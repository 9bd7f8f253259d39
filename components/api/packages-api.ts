/** Packages of a notebook over the HTTP API. */
import type {
  BaseConflict,
  PackageChange,
  PackagesReply,
} from '../../lib/protocol/kernel/session-packages.ts';
import { AppError } from '../../lib/util/app-error.ts';
import { streamApi, toAppError, unreachable } from './call-api.ts';

interface ChangeOptions {
  /** Cancels it. */
  signal: AbortSignal;
  /** Called with a sentence. */
  onProgress: (sentence: string) => void;
}

/** Resolves when the packages are installed and the log has them. Throws an AppError whose message is a sentence to show. */
export async function changePackages(
  sessionId: string,
  body: PackageChange,
  { signal, onProgress }: ChangeOptions,
): Promise<PackagesReply> {
  // The same server sent the page and writes its messages.
  for await (const { event, data } of streamApi('streamPackages', { params: { sessionId }, body, signal })) {
    if (event === 'progress') onProgress(data as string);
    if (event === 'report') return data as PackagesReply;
    if (event === 'error') throw toAppError({ error: data }, 500);
  }
  throw unreachable();
}

/** The packages that are in the way and can stay as they are; empty for any other error. */
export function listKept(error: unknown): BaseConflict['base'] {
  if (!(error instanceof AppError) || error.code !== 'conflict') return [];
  const details = error.details as Partial<BaseConflict> | undefined;
  return details?.canKeep === true ? (details.base ?? []) : [];
}
