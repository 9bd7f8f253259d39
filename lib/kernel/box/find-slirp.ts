import { existsSync } from 'node:fs';
import { AppError } from '../../util/app-error.ts';

/** The system's own places, as for bubblewrap. */
const PLACES = [
  '/usr/bin/slirp4netns',
  '/usr/local/bin/slirp4netns',
  '/run/current-system/sw/bin/slirp4netns',
];

const INSTALL_COMMANDS = [
  ['/usr/bin/apt-get', 'apt-get install slirp4netns'],
  ['/usr/bin/dnf', 'dnf install slirp4netns'],
  ['/usr/bin/pacman', 'pacman -S slirp4netns'],
  ['/usr/bin/zypper', 'zypper install slirp4netns'],
  ['/sbin/apk', 'apk add slirp4netns'],
] as const;

/** Path of the `slirp4netns` program, which gives a box the network. Throws AppError `conflict` with the remedy. */
export function findSlirp(): string {
  const found = PLACES.find((path) => existsSync(path));
  if (found) return found;
  const [, command] = INSTALL_COMMANDS.find(([program]) => existsSync(program)) ?? [];
  const remedy = command ? `Install it with \`${sudo()}${command}\`.` : 'Install the package slirp4netns.';
  throw new AppError(
    'conflict',
    `Network access needs the program slirp4netns, which is not installed. ${remedy}`,
  );
}

function sudo(): string {
  return process.getuid?.() === 0 ? '' : 'sudo ';
}
