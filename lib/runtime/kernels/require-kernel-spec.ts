import type { KernelProvider } from '../../kernel/kernel.ts';
import { AppError } from '../../util/app-error.ts';

/** Throws AppError `bad-request`, naming those there are and how to choose one, when there is no kernel of this name. */
export async function requireKernelSpec(kernels: KernelProvider, name: string, advice = ''): Promise<void> {
  const installed = (await kernels.listSpecs()).map((spec) => spec.name);
  if (installed.includes(name)) return;
  const names = installed.join(', ') || 'none';
  throw new AppError(
    'bad-request',
    [`There is no kernel “${name}”. Installed: ${names}.`, advice].join(' ').trim(),
  );
}
