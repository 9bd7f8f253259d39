/** The CONTEXT.md of notebooks, as users added it: what code writes into the file is never read here. */
import { Readable } from 'node:stream';
import type { ContextChange } from '../../protocol/files/context-change.ts';
import { CONTEXT_FILE } from '../../protocol/files/context-file.ts';
import type { Blobs } from '../../store/store.ts';
import { AppError, isAppError } from '../../util/app-error.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import type { SessionFiles } from './session-files.ts';

export interface ContextFiles {
  /** Empty without one. Throws AppError `not-found`, and `too-large` for a file of more than 1 MB. */
  readContext(sessionId: string): Promise<string>;
  /**
   * Adds a new version, and the former one goes to the trash; blank text deletes the file. Throws AppError `conflict` where
   * the text is not `was` any more, `too-large`, `not-found`.
   */
  writeContext(sessionId: string, change: ContextChange): Promise<void>;
}

interface ContextFilesDeps {
  readonly logs: Pick<SessionLogs, 'inTurn' | 'readSession'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly files: Pick<SessionFiles, 'addFile' | 'deleteFile'>;
}

const MAX_BYTES = 1 << 20;
const TOO_LARGE = `${CONTEXT_FILE} can have 1 MB. Shorten it.`;

export function createContextFiles({ logs, blobs, files }: ContextFilesDeps): ContextFiles {
  const readContext = async (sessionId: string) => {
    const session = await logs.readSession(sessionId);
    const file = session.files.find(({ name }) => name === CONTEXT_FILE);
    if (!file) return '';
    if (file.bytes > MAX_BYTES) throw new AppError('too-large', TOO_LARGE);
    return (await blobs.get(file.blob)).toString('utf8');
  };
  const remove = (sessionId: string) =>
    files.deleteFile(sessionId, CONTEXT_FILE).catch((error: unknown) => {
      // Code has deleted it from the folder: an empty version takes its place.
      if (isAppError(error) && error.code === 'not-found') return add(sessionId, '');
      throw error;
    });
  const add = (sessionId: string, text: string) =>
    files.addFile(sessionId, { name: CONTEXT_FILE, source: Readable.from([Buffer.from(text)]) });

  return {
    readContext,
    writeContext: (sessionId, { text, was }) =>
      logs.inTurn(sessionId, async () => {
        if (Buffer.byteLength(text) > MAX_BYTES) throw new AppError('too-large', TOO_LARGE);
        // Whoever wrote another text still has it.
        if ((await readContext(sessionId)) !== was) throw new AppError('conflict', CHANGED_ELSEWHERE);
        if (text === was) return;
        await (text.trim() === '' ? remove(sessionId) : add(sessionId, text));
      }),
  };
}

export const CHANGED_ELSEWHERE = `${CONTEXT_FILE} was changed elsewhere meanwhile. Copy your text, open ${CONTEXT_FILE} again, and put it in there.`;
