/** Read-only links to notebooks. Only hashes of their tokens are kept, so the database cannot be used to read one. */
import { createHash, randomBytes } from 'node:crypto';
import { createId } from '../../protocol/id.ts';
import type { Share } from '../../protocol/sessions/share.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';

export interface NewShare extends Share {
  /** Known now and never again. */
  token: string;
}

export interface Shares {
  /** Throws AppError `not-found` without the session. */
  create(sessionId: string): Promise<NewShare>;
  /** Oldest first. Throws AppError `not-found` without the session. */
  list(sessionId: string): Promise<Share[]>;
  /** Holds from the next request on. Throws AppError `not-found`. */
  revoke(sessionId: string, shareId: string): Promise<void>;
  /** The session that a token opens; null when it opens none. */
  find(token: string): Promise<string | null>;
}

const MISSING = 'This session does not exist.';

export function createShares(store: Store): Shares {
  const requireSession = async (sessionId: string) => {
    if (!(await store.getSession(sessionId))) throw new AppError('not-found', MISSING);
  };
  return {
    create: async (sessionId) => {
      await requireSession(sessionId);
      const token = randomBytes(32).toString('base64url');
      const share = { id: createId('share'), createdAt: Date.now() };
      await store.addShare(sessionId, share, hash(token));
      return { ...share, token };
    },
    list: async (sessionId) => {
      await requireSession(sessionId);
      return store.listShares(sessionId);
    },
    revoke: async (sessionId, shareId) => {
      if (await store.removeShare(sessionId, shareId)) return;
      throw new AppError('not-found', 'There is no such link.');
    },
    find: (token) => store.findShared(hash(token)),
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
