import { route } from '../handler.ts';

export const GET = route(async ({ container }) =>
  Response.json({ kernelspecs: await container.runtime.listKernelSpecs() }),
);
