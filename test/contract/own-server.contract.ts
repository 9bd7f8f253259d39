/** Kernels of other languages on our own servers, of the system and of the user. test/integration/kernel has Python. */
import { DENO } from './deno.ts';
import { createHomeWithDeno } from './jupyter-servers.ts';
import { describeKernelContract } from './kernel-contract.ts';
import { R } from './r.ts';

describeKernelContract('our own server in a box', { sandbox: 'on', language: R });

const personHome = createHomeWithDeno;
describeKernelContract('our own server in a box', { sandbox: 'on', language: DENO, personHome });
describeKernelContract('our own server without a box', { sandbox: 'off', language: DENO, personHome });
