import { MAX_CONTEXT_LENGTH } from '../../protocol/files/context-file.ts';

interface ContextDeps {
  /** Of one notebook, as the user added it. */
  readonly readContext: (sessionId: string) => Promise<string>;
  /** Default: nothing. */
  readonly readHomeContext?: (() => Promise<string>) | undefined;
}

/** What the user has written down for the agent, for all notebooks and for one of them; what cannot be read is left out. */
export function createContextReader({
  readContext,
  readHomeContext = async () => '',
}: ContextDeps): (sessionId: string) => Promise<string> {
  return async (sessionId) => {
    const found = await Promise.allSettled([readHomeContext(), readContext(sessionId)]);
    const texts = found.map((each) =>
      each.status === 'fulfilled' ? each.value.trim().slice(0, MAX_CONTEXT_LENGTH) : '',
    );
    return texts.filter((text) => text !== '').join('\n\n');
  };
}
