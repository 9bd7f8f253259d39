/** A JupyterHub with one user, whose server it starts on this machine. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { findProgram, type Peer, PROXY_BIN } from './peer.ts';
import { findFreePort, startProgram } from './start-program.ts';

const TOKEN = 'contract-token-of-the-person';
const STRANGER = 'contract-token-of-nobody';
const USER = 'ann';

export interface Hub extends Peer {
  /** A token that is valid on the hub, but not for the person's server. */
  strangersToken: string;
  startServer(): Promise<void>;
  stopServer(): Promise<void>;
}

export async function startHub(): Promise<Hub> {
  const folder = await mkdtemp(join(tmpdir(), 'actbook-contract-'));
  const [port, hubPort, proxyPort] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const origin = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, 'jupyterhub_config.py'), toConfig(folder, origin, hubPort, proxyPort));
  const hub = await startProgram({
    command: findProgram('server-2', 'jupyterhub'),
    args: ['--config', join(folder, 'jupyterhub_config.py')],
    env: {
      PATH: [findProgram('server-2', ''), PROXY_BIN, process.env.PATH].join(delimiter),
      IPYTHONDIR: folder,
      JUPYTER_NO_CONFIG: '1',
    },
    cwd: folder,
    ready: /JupyterHub is now running/,
  });

  const call = (method: string, path: string) =>
    fetch(`${origin}/hub/api/users/${USER}/${path}`, {
      method,
      headers: { Authorization: `token ${TOKEN}` },
    });

  return {
    address: { url: `${origin}/user/${USER}/`, token: TOKEN },
    strangersToken: STRANGER,
    startServer: async () => {
      await call('POST', 'server');
      // The hub's own report of the start: its last event says that the server is ready.
      const { body } = await call('GET', 'server/progress');
      if (!body) throw new Error('The hub reports no progress.');
      const lines: string[] = [];
      for await (const line of createInterface({ input: Readable.from(body) })) lines.push(line);
      if (!lines.some((line) => /"ready": ?true/.test(line))) throw new Error(lines.join('\n'));
    },
    stopServer: async () => {
      const response = await call('DELETE', 'server');
      if (response.status !== 204) throw new Error(`The hub answered ${response.status}.`);
    },
    stop: async () => {
      await hub.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A hub whose people all run their servers as the user of the tests. */
function toConfig(folder: string, origin: string, hubPort: number, proxyPort: number): string {
  return `
c.JupyterHub.bind_url = "${origin}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:${hubPort}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:${proxyPort}"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = "${folder}"
c.Spawner.args = ["--allow-root"]
c.Spawner.environment = {"IPYTHONDIR": "${folder}", "JUPYTERHUB_SINGLEUSER_EXTENSION": "1"}
c.JupyterHub.load_roles = [
    {"name": "person", "users": ["${USER}"], "scopes": ["self", "servers!user=${USER}"]},
]
c.JupyterHub.services = [{"name": "stranger", "api_token": "${STRANGER}"}]
c.JupyterHub.api_tokens = {"${TOKEN}": "${USER}"}
`;
}
