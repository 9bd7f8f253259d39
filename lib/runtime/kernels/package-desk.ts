/** Adds packages to sessions and removes them: at the word of the user, or of code once the user has approved it. */
import type { z } from 'zod';
import { NOT_HERE } from '../../execution/apply-layer.ts';
import type { KernelProvider, LayerOptions, PackageLayer } from '../../kernel/kernel.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import {
  BaseConflict,
  findRequirementFault,
  PackageChange,
  type PackagesReply,
  type SessionPackages,
} from '../../protocol/kernel/session-packages.ts';
import type { Session } from '../../session/session.ts';
import type { HostTool } from '../../tools/host-tool.ts';
import { AppError, isAppError } from '../../util/app-error.ts';
import { createTurns } from '../../util/turns.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import type { SessionKernels } from './session-kernels.ts';

export interface PackageDesk {
  /**
   * Changes the packages of a session and makes the change known to its kernel, at once unless code is running there. Throws
   * AppError `not-found`; `bad-request`, with a sentence that names what cannot be had; `conflict` in a session whose kernel cannot
   * have any, and with a {@link BaseConflict} as details where only a package that all kernels have is in the way.
   */
  change(
    sessionId: string,
    change: PackageChange,
    options: LayerOptions & { by: Principal },
  ): Promise<PackagesReply>;
  /** The function of the host behind `add_packages` in kernels of this session. */
  createTool(sessionId: string): HostTool;
}

interface PackageDeskDeps {
  logs: SessionLogs;
  kernels: Pick<SessionKernels, 'find' | 'findReady' | 'applyPackages'>;
  provider: Pick<KernelProvider, 'packages'>;
}

type PackagesChange = Extract<EventBody, { type: 'packages-change' }>;

const ASKED = 'It installs packages for this notebook on this computer, outside the sandbox.';

export function createPackageDesk({ logs, kernels, provider }: PackageDeskDeps): PackageDesk {
  const inTurn = createTurns();

  /** Installs what the session is to have, and has `record` store that before another change of it begins. */
  function install(
    sessionId: string,
    asked: PackageChange,
    options: LayerOptions,
    record: (event: PackagesChange) => unknown,
  ): Promise<PackageLayer & SessionPackages> {
    const change = readChange(asked);
    return inTurn(sessionId, async () => {
      const session = await logs.readSession(sessionId);
      checkRemoved(session, change.remove);
      const layers = provider.packages;
      if (!layers || session.kernel.name !== 'python3') throw new AppError('conflict', NOT_HERE);
      const request = toRequest(session, change);
      const find = (keepsBase: boolean) => layers.find({ ...request, keepsBase }, options);
      const mayKeep = change.keepsBase || session.packages?.keepsBase === true;
      let keepsBase = false;
      const layer = await find(false).catch((error: unknown) => {
        if (!mayKeep || !canKeep(error)) throw error;
        keepsBase = true;
        return find(true);
      });
      const { wanted } = request;
      const next = { wanted, packages: layer.packages, ...(keepsBase ? { keepsBase } : {}) };
      const isSame = JSON.stringify(next) === JSON.stringify(session.packages ?? NONE);
      if (!isSame) await record({ type: 'packages-change', ...next });
      return { ...layer, ...next };
    });
  }

  return {
    change: async (sessionId, change, { by, ...options }) => {
      const { write } = logs.writerOf(sessionId, by);
      const { name: _, ...packages } = await install(sessionId, change, options, write);
      const kernel = await kernels.findReady(sessionId);
      const isIdle = kernel?.status === 'idle' && !isAtWork(await logs.readSession(sessionId));
      return { ...packages, loaded: isIdle ? await kernels.applyPackages(sessionId, kernel) : [] };
    },
    createTool: (sessionId) => ({
      name: 'add_packages',
      description: '',
      parameters: {},
      asksBecause: ASKED,
      call: async ({ names }, { signal, tell, whileAsking }) => {
        const change = { add: Array.isArray(names) ? names : [] };
        const added = await whileAsking(() => install(sessionId, change, { signal }, tell));
        const kernel = await kernels.find(sessionId);
        const place = kernel && provider.packages?.locate(kernel, added);
        if (!place) throw new AppError('conflict', NOT_HERE);
        return { ...place, packages: added.packages };
      },
    }),
  };
}

/** Programs, commands, and code ask without a route that checks what they ask. */
function readChange(asked: PackageChange): z.output<typeof PackageChange> {
  const { data, error } = PackageChange.safeParse(asked);
  if (!data) throw new AppError('bad-request', `${error.issues[0]?.message}.`);
  const fault = data.add.map(findRequirementFault).find((each) => each !== null);
  if (fault) throw new AppError('bad-request', fault);
  return data;
}

function checkRemoved({ packages = NONE }: Session, remove: readonly string[]): void {
  const added = new Set(packages.wanted.map(toName));
  const other = remove.find((name) => !added.has(toName(name)));
  if (other !== undefined)
    throw new AppError('bad-request', `“${other}” is not a package that was added to this notebook.`);
}

function canKeep(error: unknown): boolean {
  return isAppError(error) && BaseConflict.safeParse(error.details).data?.canKeep === true;
}

const NONE: SessionPackages = { wanted: [], packages: [] };

function isAtWork({ cells }: Session): boolean {
  return cells.some(({ status }) => status === 'running');
}

/** All that is wanted then. What is asked for again replaces what was; versions of the others stay where they can. */
function toRequest({ packages = NONE }: Session, { add, remove }: z.output<typeof PackageChange>) {
  const gone = new Set([...remove, ...add].map(toName));
  const isOther = (each: string) => !gone.has(toName(each));
  return {
    wanted: [...packages.wanted.filter(isOther), ...add],
    present: packages.packages.filter(({ name }) => isOther(name)),
  };
}

/** Of a requirement, as indexes compare names. */
function toName(requirement: string): string {
  const [name = ''] = /^[\w.-]+/.exec(requirement) ?? [];
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}
