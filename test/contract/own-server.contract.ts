/** Kernels on our own servers: of our environment, of the system, and of the person. */
import { DENO } from './deno.ts';
import { createHomeWithDeno } from './jupyter-servers.ts';
import { describeKernelContract } from './kernel-contract.ts';
import { PYTHON } from './python.ts';
import { R } from './r.ts';

describeKernelContract('our own server in a box', { sandbox: 'on', language: PYTHON });
describeKernelContract('our own server without a box', { sandbox: 'off', language: PYTHON });
describeKernelContract('our own server in a box', { sandbox: 'on', language: R });

const personHome = createHomeWithDeno;
describeKernelContract('our own server in a box', { sandbox: 'on', language: DENO, personHome });
describeKernelContract('our own server without a box', { sandbox: 'off', language: DENO, personHome });
