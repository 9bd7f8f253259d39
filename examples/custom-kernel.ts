/**
 * Kernels on a Jupyter server that runs already (JupyterLab, a hub, a gateway), on any kernel it has.
 * Needs a language model. Usage: custom-kernel.ts ADDRESS TOKEN [KERNEL], e.g. http://127.0.0.1:8888 s3cret python3
 */
import { createActbook } from 'actbook';

const [url = 'http://127.0.0.1:8888', token = '', kernelName = 'python3'] = process.argv.slice(2);

const actbook = await createActbook({ kernels: { url, token } });
try {
  const session = await actbook.createSession({ kernelName });
  const { answer, outcome } = await session.ask(
    'Where does your code run? Tell the host name and the version.',
  );
  const { info } = (await session.read()).kernel;
  console.log(answer ?? JSON.stringify(outcome));
  console.log(`${info?.displayName}: ${info?.implementation}, isolation: ${info?.isolation}`);
} finally {
  await actbook.dispose();
}
