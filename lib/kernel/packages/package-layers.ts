/** Layers of packages on this machine, which `kernels/add_packages.py` finds and installs. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { BaseConflict } from '../../protocol/kernel/session-packages.ts';
import type { PackageVersion } from '../../protocol/verification/verification.ts';
import { AppError } from '../../util/app-error.ts';
import { makePackagesDir, PACKAGES_IN_BOX } from '../box/packages-dir.ts';
import type { LayerOptions, PackageLayer, PackageLayers } from '../kernel.ts';
import { toProcessEnv } from '../server/to-process-env.ts';

interface PackageLayersOptions {
  python: string;
  rootDir: string;
  /** Where the setup puts uv; by default `rootDir`. */
  setupDir?: string;
  packages?: { folder: string; env: Record<string, string> };
}

/** The kernel that runs in the Python which packages are found for. */
const OWN_KERNEL = 'python3';
const CANCELED = 'Adding packages was canceled.';

const Versions = z.record(z.string(), z.string());
const Message = z.union([
  z.object({ progress: z.string() }),
  z.object({ layer: z.string().regex(/^[0-9a-f]*$/), packages: Versions }),
  z.object({ conflict: z.string(), base: Versions, isWanted: z.boolean() }),
  z.object({ error: z.string() }),
]);

/** Undefined where no folder is given for them. */
export function createPackageLayers({
  python,
  rootDir,
  setupDir = rootDir,
  packages: place,
}: PackageLayersOptions): PackageLayers | undefined {
  if (!place) return undefined;
  const { folder, env } = place;

  async function install(request: object, options: LayerOptions = {}): Promise<PackageLayer> {
    await makePackagesDir(folder);
    const input = { folder, uv: findUv(python, setupDir), ...request };
    const program = join(rootDir, 'kernels', 'add_packages.py');
    for await (const message of runProgram([python, '-E', '-s', program], env, input, options.signal)) {
      if ('progress' in message) options.onProgress?.(message.progress);
      else if ('error' in message) throw new AppError('bad-request', message.error);
      else if ('conflict' in message) throw toConflict(message);
      else return { name: message.layer, packages: toList(message.packages) };
    }
    throw new AppError('bad-request', 'The packages could not be installed: the installer ended early.');
  }

  return {
    find: ({ present, ...request }, options) => install({ ...request, present: toRecord(present) }, options),
    open: (packages, options) => install({ packages: toRecord(packages) }, options),
    locate: ({ info, folder: inBox }, { name }) => {
      if (info.name !== OWN_KERNEL || info.isolation === 'remote') return null;
      const root = inBox === null ? folder : PACKAGES_IN_BOX;
      return { root, path: name === '' ? '' : `${root}/${name}` };
    },
  };
}

/** Yields what the program says. Ends it, and what it has started, with the signal: then throws AppError `conflict`. */
async function* runProgram(
  [command = '', ...args]: string[],
  env: Record<string, string>,
  input: object,
  signal: AbortSignal | undefined,
): AsyncGenerator<z.infer<typeof Message>> {
  if (signal?.aborted) throw new AppError('conflict', CANCELED);
  const isGroup = process.platform !== 'win32';
  const child = spawn(command, args, {
    env: toProcessEnv(env),
    detached: isGroup,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // A Python that cannot be started says nothing, which is what is reported.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  const stop = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (isGroup) process.kill(-child.pid, 'SIGTERM');
    else child.kill();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    child.stdin.end(`${JSON.stringify(input)}\n`);
    for await (const line of createInterface({ input: child.stdout })) yield Message.parse(JSON.parse(line));
    if (signal?.aborted) throw new AppError('conflict', CANCELED);
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

/** The one that the setup fetched (bin/setup/uv.mjs), or that was installed with the Python. Null where pip must do. */
function findUv(python: string, setupDir: string): string | null {
  const name = process.platform === 'win32' ? 'uv.exe' : 'uv';
  const places = [join(setupDir, '.setup', 'uv', 'bin', name), join(dirname(python), name)];
  return places.find((path) => existsSync(path)) ?? null;
}

function toConflict({
  conflict,
  base,
  isWanted,
}: {
  conflict: string;
  base: Record<string, string>;
  isWanted: boolean;
}) {
  const details: BaseConflict = { base: toList(base), canKeep: !isWanted };
  const names = details.base.map(({ name, version }) => `${name} ${version}`).join(', ');
  const why = isWanted
    ? `All notebooks have ${names}, which one notebook cannot replace.`
    : `${conflict}, and all notebooks have ${names || 'others'}. Keep that to add it anyway.`;
  return new AppError('conflict', why, { details });
}

function toRecord(packages: readonly PackageVersion[]): Record<string, string> {
  return Object.fromEntries(packages.map(({ name, version }) => [name, version]));
}

function toList(packages: Record<string, string>): PackageVersion[] {
  return Object.entries(packages)
    .map(([name, version]) => ({ name, version }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
