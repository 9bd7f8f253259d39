import { route } from '../handler.ts';

export const GET = route('listKernels', async ({ container }) => ({
  kernelspecs: await container.runtime.kernels.listSpecs(),
}));
