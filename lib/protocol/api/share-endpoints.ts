/** What leaves Actbook: exports and links to read. */
import { z } from 'zod';
import { ExportFormat } from '../sessions/export-format.ts';
import { Share } from '../sessions/share.ts';
import type { Endpoints } from './api-endpoint.ts';

export const SHARE_ENDPOINTS = {
  exportSession: {
    summary: 'Returns the notebook in one of [four formats](#exports).',
    query: z.object({ format: ExportFormat.default('ipynb') }),
    status: 200,
    reply: {
      // A script has the type of its language.
      types: ['application/x-ipynb+json', 'text/html; charset=utf-8', 'text/markdown; charset=utf-8', '*/*'],
      isAttachment: true,
    },
    errors: ['too-large', 'too-many'],
  },
  listShares: {
    summary: 'Lists the links to a session, oldest first.',
    status: 200,
    reply: z.object({ shares: z.array(Share) }),
  },
  createShare: {
    summary: 'Creates a [read-only link](#read-only-links).',
    note: '`path` is shown only once.',
    status: 201,
    reply: Share.extend({ path: z.string() }),
  },
  revokeShare: {
    summary: 'Revokes a link, which stops working at once.',
    status: 204,
  },
} as const satisfies Endpoints;
