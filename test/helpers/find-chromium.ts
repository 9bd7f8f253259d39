import { existsSync } from 'node:fs';

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** No sandbox, because tests also run as root; the rest keeps the browser from talking to its maker. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How the browser of tests and benches is launched. */
export function findChromium(): { executablePath: string; args: string[] } {
  const executablePath = [process.env.CHROMIUM ?? '', ...EXECUTABLES].find(existsSync);
  if (!executablePath) throw new Error('Install Chromium, or set CHROMIUM to the path of one.');
  return { executablePath, args: ARGUMENTS };
}
