import { route } from '../../../handler.ts';

type Params = { sessionId: string };

export const GET = route<Params>(async ({ params, container }) =>
  Response.json({ shares: await container.shares.list(params.sessionId) }),
);

/** The link's path is told once: only a hash of its token is kept. */
export const POST = route<Params>(async ({ params, container }) => {
  const { id, createdAt, token } = await container.shares.create(params.sessionId);
  return Response.json({ id, createdAt, path: `/shared/${token}` }, { status: 201 });
});
