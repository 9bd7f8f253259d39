import type { Session } from '../../session/session.ts';
import type { Blobs } from '../../store/store.ts';

/** In the home of the app, and among the files that the user added to a notebook. */
export const CONTEXT_FILE = 'CONTEXT.md';
/** Of one file, characters. */
const MAX_LENGTH = 8_000;
const MAX_BYTES = 1 << 20;

interface ContextDeps {
  readonly blobs: Pick<Blobs, 'get'>;
  readonly readSession: (sessionId: string) => Promise<Session>;
  /** Default: nothing. */
  readonly readDefinitions?: (() => Promise<string>) | undefined;
}

/** What the user has written down for the agent, for all notebooks and for one of them; what cannot be read is left out. */
export function createContextReader({
  blobs,
  readSession,
  readDefinitions = async () => '',
}: ContextDeps): (sessionId: string) => Promise<string> {
  // As it was added: code may have written to the file since, with words of somebody else.
  const readAdded = async (sessionId: string) => {
    const { files } = await readSession(sessionId);
    const file = files.find(({ name, bytes }) => name === CONTEXT_FILE && bytes <= MAX_BYTES);
    return file ? (await blobs.get(file.blob)).toString('utf8') : '';
  };
  return async (sessionId) => {
    const found = await Promise.allSettled([readDefinitions(), readAdded(sessionId)]);
    const texts = found.map((each) =>
      each.status === 'fulfilled' ? each.value.trim().slice(0, MAX_LENGTH) : '',
    );
    return texts.filter((text) => text !== '').join('\n\n');
  };
}
