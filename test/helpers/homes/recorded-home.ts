/** A home that an earlier version of Actbook wrote, in a temporary folder: `test/fixtures/homes/README.md`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { KernelProvider } from '../../../lib/kernel/kernel.ts';
import type { Model, Models } from '../../../lib/model/model.ts';
import { createRuntime, type Runtime } from '../../../lib/runtime/runtime.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createWorkspaces } from '../../../lib/store/files/workspaces.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import type { Blobs, Store } from '../../../lib/store/store.ts';
import { createTempDir } from '../temp-dir.ts';

export const HOMES_DIR = join(import.meta.dirname, '../../fixtures/homes');

const run = promisify(execFile);

/** Resolves to its folder. */
export async function unpackHome(): Promise<string> {
  const home = await createTempDir();
  await run('tar', ['-xzf', join(HOMES_DIR, 'home.tar.gz'), '-C', home]);
  return home;
}

export interface OpenHome {
  runtime: Runtime;
  store: Store;
  blobs: Blobs;
  /** Also called when the test ends. */
  close(): Promise<void>;
}

/** As a process opens it that starts. Without a model, no run can start. */
export async function openHome(home: string, provider: KernelProvider, model?: Model): Promise<OpenHome> {
  const store = await createSqliteStore(join(home, 'actbook.db'));
  const blobs = createFileBlobs(join(home, 'blobs'), store.holdBlobs);
  const runtime = createRuntime({
    store,
    blobs,
    workspaces: createWorkspaces(join(home, 'workspaces')),
    kernels: provider,
    models: offer(model),
    maxUploadBytes: 1_000_000,
    recovers: true,
  });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= runtime.dispose().then(() => store.dispose());
    return closing;
  };
  onTestFinished(close);
  return { runtime, store, blobs, close };
}

function offer(model: Model | undefined): Models {
  const open: Models['open'] = async () => {
    if (!model) throw new Error('There is no model.');
    return model;
  };
  return { listConfigured: () => (model ? [model.info] : []), open, list: async () => [] };
}
