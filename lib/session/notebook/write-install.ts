import type { SessionPackages } from '../../protocol/kernel/session-packages.ts';

/** The command that installs these versions; empty for none. */
export function writeInstall(packages: SessionPackages['packages']): string {
  const pins = packages.map(({ name, version }) => `${name}==${version}`);
  return pins.length === 0 ? '' : `pip install ${pins.join(' ')}`;
}
