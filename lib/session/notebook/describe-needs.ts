/** What a notebook needs besides its files and the packages that all kernels have, for whoever runs it elsewhere. */
import type { SessionPackages } from '../../protocol/kernel/session-packages.ts';
import type { Session } from '../session.ts';

/** The command that installs these versions; empty for none. */
export function writeInstall(packages: SessionPackages['packages']): string {
  const pins = packages.map(({ name, version }) => `${name}==${version}`);
  return pins.length === 0 ? '' : `pip install ${pins.join(' ')}`;
}

/** Names of the functions of this process that cells have called or that cells of SQL ask, such as `sales.query`. */
export function listCalledFunctions({ cells }: Session): string[] {
  const names = cells.flatMap(({ language, calls }) => [
    ...(language?.connection === undefined ? [] : [`${language.connection}.query`]),
    ...calls.map(({ name }) => name),
  ]);
  return [...new Set(names)].filter((name) => name !== 'add_packages').sort();
}

/** A sentence; `quote` marks each as code. Empty for none. */
export function describeFunctions(names: readonly string[], quote = (name: string) => name): string {
  if (names.length === 0) return '';
  const query = names.find((name) => name.endsWith('.query'));
  const hint = query ? ` ${quote(query)} takes SQL and returns a data frame.` : '';
  return `The code calls ${names.map(quote).join(', ')}, which Actbook provides. Elsewhere, define this yourself.${hint}`;
}
