import { route } from '../../../handler.ts';

export const GET = route('listShares', async ({ params, container }) => ({
  shares: await container.shares.list(params.sessionId),
}));

/** The path is shown once: only a hash of its token is kept. */
export const POST = route('createShare', async ({ params, container }) => {
  const { id, createdAt, token } = await container.shares.create(params.sessionId);
  return { id, createdAt, path: `/shared/${token}` };
});
