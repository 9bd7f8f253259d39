import { findChromium as findProgram } from '../../../bin/setup/find-chromium.mjs';

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
  const executablePath = findProgram(process.env);
  if (!executablePath)
    throw new Error('Run `npm test`, which installs Chromium, or set CHROMIUM to the path of one.');
  return { executablePath, args: ARGUMENTS };
}
