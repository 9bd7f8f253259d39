import { route } from '../handler.ts';

export const GET = route('readSandbox', async ({ container }) => container.readSandbox());

export const PUT = route('consentToNoSandbox', async ({ body, container }) => {
  await container.consentToNoSandbox(body.isAgreed);
  return container.readSandbox();
});
