/** Kernels on stock Jupyter servers, over both WebSocket sub-protocols. */
import { startJupyterServer } from './jupyter-servers.ts';
import { describeKernelContract } from './kernel-contract.ts';
import { PYTHON } from './python.ts';

const lacks = { 'unlimited-streams': 'a stock server drops streams over 1 MB a second' };

describeKernelContract('Jupyter Server 2', {
  start: () => startJupyterServer({ environment: 'server-2' }),
  language: PYTHON,
  lacks,
});

describeKernelContract('Jupyter Server 2 without a sub-protocol', {
  start: () =>
    startJupyterServer({
      environment: 'server-2',
      args: ['--ZMQChannelsWebsocketConnection.kernel_ws_protocol='],
    }),
  language: PYTHON,
  lacks,
});

describeKernelContract('Jupyter Server 2 on a Unix socket', {
  start: () => startJupyterServer({ environment: 'server-2', onSocket: true }),
  language: PYTHON,
  lacks,
});

describeKernelContract('Jupyter Server 1', {
  start: () => startJupyterServer({ environment: 'server-1' }),
  language: PYTHON,
  lacks,
});
