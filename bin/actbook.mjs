#!/usr/bin/env node
/** The `actbook` command: sets up whatever is missing, then hands over to the command line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
/** What is compiled into a package runs with Node 22.18; a checkout takes an earlier one and gets a newer for itself. */
const [oldestMajor, oldestMinor] = existsSync(join(import.meta.dirname, 'cli.js')) ? [22, 18] : [20, 0];

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `actbook: Node.js ${process.versions.node} is too old. Install version ${oldestMajor}.${oldestMinor} or newer from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
const { launch } = await import('./setup/launch.mjs');
await launch(process.argv.slice(2));
