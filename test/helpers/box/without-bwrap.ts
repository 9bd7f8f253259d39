/** The command that runs another where the bwrap program is an empty file, which nobody can execute. */
export function withoutBwrap(command: string[]): string[] {
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const inPlace = `mount --bind /dev/null "$(command -v bwrap)" && exec ${quoted}`;
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return ['unshare', ...asRoot, '--mount', 'sh', '-c', inPlace];
}
