/** What a contract runs against: a server, started for it, and one kernel of a language on it. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import type { Kernel, KernelProvider } from '../../lib/kernel/kernel.ts';
import type { JupyterAddress } from '../../lib/kernel/wire/jupyter-address.ts';
import type { Lack, Language } from './language.ts';
import type { Peer, PeerLack } from './peer.ts';

export interface SubjectOptions {
  /** The server to test; without one, our own, in a box or not. */
  start?: () => Promise<Peer>;
  sandbox?: 'on' | 'off';
  /** For our own server: the home of a person who installed kernels for themselves. */
  personHome?: () => Promise<string>;
  language: Language;
  /** What the server lacks, with the reason. */
  lacks?: Partial<Record<PeerLack, string>>;
}

export interface Subject {
  readonly language: Language;
  /** Null for our own server. */
  readonly peer: Peer | null;
  readonly isBoxed: boolean;
  readonly provider: KernelProvider;
  /** Folder of all workspaces. */
  readonly workspacesDir: string;
  readonly kernel: Kernel;
  /** Its workspace, and how the kernel calls it. */
  readonly workspace: string;
  readonly workingDirectory: string;
  open(): Promise<void>;
  close(): Promise<void>;
  createProvider(address?: JupyterAddress): KernelProvider;
  /** Another kernel in a workspace of its own. */
  start(from?: KernelProvider): Promise<{ kernel: Kernel; workspace: string }>;
  openGate(workspace?: string): Promise<void>;
  closeGate(): Promise<void>;
  /** A behavior, or, where it is lacking, what there is in its place. */
  itIs(lack: Lack | PeerLack, sentence: string, has: () => Promise<void>, instead: () => Promise<void>): void;
}

export function createSubject(options: SubjectOptions): Subject {
  const { language, sandbox = 'off' } = options;
  const lacks: Partial<Record<Lack | PeerLack, string>> = { ...language.lacks, ...options.lacks };
  let opened: { peer: Peer | null; workspacesDir: string; home: Record<string, string> } | undefined;
  let own: { provider: KernelProvider; kernel: Kernel; workspace: string } | undefined;

  function get<T>(value: T | undefined): T {
    if (value === undefined) throw new Error('The contract has not begun.');
    return value;
  }

  function createProvider(address = get(opened).peer?.address ?? null): KernelProvider {
    const { python, rootDir, kernelEnv } = readConfig({ ...process.env });
    const { workspacesDir, home } = get(opened);
    const env = { ...kernelEnv, ...home };
    return createJupyterKernels({
      python,
      rootDir,
      kernelEnv: env,
      workspacesDir,
      sandbox,
      external: address,
    });
  }

  async function start(from = get(own).provider) {
    const workspace = join(get(opened).workspacesDir, crypto.randomUUID());
    await mkdir(workspace);
    const kernel = await from.start({ kernelName: language.kernelName, workspace });
    return { kernel, workspace };
  }

  return {
    language,
    isBoxed: sandbox === 'on',
    get peer() {
      return get(opened).peer;
    },
    get provider() {
      return get(own).provider;
    },
    get workspacesDir() {
      return get(opened).workspacesDir;
    },
    get kernel() {
      return get(own).kernel;
    },
    get workspace() {
      return get(own).workspace;
    },
    get workingDirectory() {
      return sandbox === 'on' ? '/session' : get(own).workspace;
    },
    open: async () => {
      const workspacesDir = await realpath(await mkdtemp(join(tmpdir(), 'actbook contract ')));
      const HOME = await options.personHome?.();
      const home: Record<string, string> = HOME === undefined ? {} : { HOME };
      opened = { workspacesDir, peer: (await options.start?.()) ?? null, home };
      const provider = createProvider();
      own = { provider, ...(await start(provider)) };
    },
    close: async () => {
      await own?.provider.dispose();
      await opened?.peer?.stop();
      const folders = [opened?.workspacesDir, opened?.home.HOME].filter((folder) => folder !== undefined);
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
    createProvider,
    start,
    openGate: (workspace = get(own).workspace) => writeFile(join(workspace, 'gate'), ''),
    closeGate: () => rm(join(get(own).workspace, 'gate'), { force: true }),
    itIs: (lack, sentence, has, instead) => {
      const reason = lacks[lack];
      if (reason === undefined) it(sentence, has);
      else it(`(${sentence}: no, as ${reason})`, instead);
    },
  };
}
