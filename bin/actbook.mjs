#!/usr/bin/env node
/** The `actbook` command: sets up whatever is missing, then hands over to the command line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
/** A checkout gets a newer Node for itself; what is compiled into a package runs with this one or later. */
const isNewEnough = existsSync(join(import.meta.dirname, 'cli.js'))
  ? major > 22 || (major === 22 && minor >= 18)
  : major >= 20;

if (!isNewEnough) {
  console.error(
    `actbook: Node.js ${process.versions.node} is too old. Install version 24 or newer from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
const { launch } = await import('./setup/launch.mjs');
await launch(process.argv.slice(2));
