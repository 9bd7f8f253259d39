/** Kernels on our own servers. */
import { describeKernelContract } from './kernel-contract.ts';
import { PYTHON } from './python.ts';

describeKernelContract('our own server in a box', { sandbox: 'on', language: PYTHON });
describeKernelContract('our own server without a box', { sandbox: 'off', language: PYTHON });
