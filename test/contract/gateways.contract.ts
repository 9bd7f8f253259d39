/** Kernels on servers of kernels alone. */
import { startEnterpriseGateway, startKernelGateway } from './gateways.ts';
import { describeKernelContract } from './kernel-contract.ts';
import { PYTHON } from './python.ts';

const lacks = { 'unlimited-streams': 'a stock server drops streams over 1 MB a second' };

describeKernelContract('Kernel Gateway', { start: startKernelGateway, language: PYTHON, lacks });
// It has no limit on streams.
describeKernelContract('Enterprise Gateway', { start: startEnterpriseGateway, language: PYTHON });
