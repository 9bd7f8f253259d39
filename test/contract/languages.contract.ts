/** Kernels of other languages. */
import { DENO } from './deno.ts';
import { startJupyterServer } from './jupyter-servers.ts';
import { describeKernelContract } from './kernel-contract.ts';
import { R } from './r.ts';

const lacks = { 'unlimited-streams': 'a stock server drops streams over 1 MB a second' };

for (const language of [R, DENO]) {
  describeKernelContract('Jupyter Server 2', {
    start: () => startJupyterServer({ environment: 'server-2' }),
    language,
    lacks,
  });
}
