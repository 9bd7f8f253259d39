/** The least that runs code with `@jupyterlab/services`: what one would write first. */
import { KernelAPI, KernelConnection, KernelMessage, ServerConnection } from '@jupyterlab/services';
import type { JupyterAddress } from '../../lib/kernel/wire/jupyter-address.ts';
import { CODE, measureSession, type Session, type Subject, time } from './subject.ts';

export function createServicesLoop(name: string, { url, token }: JupyterAddress): Subject {
  const settings = ServerConnection.makeSettings({ baseUrl: url, wsUrl: url.replace(/^http/, 'ws'), token });
  let kept: Promise<Session> | null = null;

  async function open(): Promise<Session> {
    const model = await KernelAPI.startNew({ name: 'python3' }, settings);
    const kernel = new KernelConnection({ model, serverSettings: settings });
    await kernel.info;
    return {
      run: async (code) => {
        const future = kernel.requestExecute({ code });
        let chars = 0;
        future.onIOPub = (message) => {
          if (KernelMessage.isStreamMsg(message)) chars += message.content.text.length;
          if (KernelMessage.isDisplayDataMsg(message))
            chars += String(message.content.data['image/png']).length;
        };
        await future.done;
        return chars;
      },
      restart: async () => {
        await kernel.restart();
        await kernel.requestKernelInfo();
      },
      dispose: async () => {
        await kernel.shutdown();
        kernel.dispose();
      },
    };
  }

  return {
    name,
    operations: ['cold', 'restart', 'trip', 'display'],
    measure: async (operation) => {
      if (operation !== 'cold') {
        kept ??= open();
        return measureSession(await kept, operation);
      }
      let session: Session | null = null;
      const ms = await time(async () => {
        session = await open();
        await session.run(CODE.first);
      });
      await (session as Session | null)?.dispose();
      return [ms];
    },
    dispose: async () => (await kept)?.dispose(),
  };
}
