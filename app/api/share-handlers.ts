import type { SHARE_ENDPOINTS } from '../../lib/protocol/api/share-endpoints.ts';
import { type Handlers, toAttachment } from './handler.ts';

export const SHARE_HANDLERS: Handlers<typeof SHARE_ENDPOINTS> = {
  exportSession: async ({ params, query, container }) => {
    const { content, fileName, mimeType } = await container.exportSession(params.sessionId, query.format);
    return { type: mimeType, body: content, headers: toAttachment(fileName) };
  },
  listShares: async ({ params, container }) => ({ shares: await container.shares.list(params.sessionId) }),
  /** The path is shown once: only a hash of its token is kept. */
  createShare: async ({ params, container }) => {
    const { id, createdAt, token } = await container.shares.create(params.sessionId);
    return { id, createdAt, path: `/shared/${token}` };
  },
  revokeShare: async ({ params, container }) => container.shares.revoke(params.sessionId, params.shareId),
};
