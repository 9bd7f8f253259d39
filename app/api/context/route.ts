import { route } from '../handler.ts';

export const GET = route('readHomeContext', async ({ container }) => ({
  text: await container.homeContext.read(),
}));

export const PUT = route('writeHomeContext', async ({ body, container }) =>
  container.homeContext.write(body),
);
