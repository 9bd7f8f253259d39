#!/usr/bin/env node
/** The `actbook` command: sets up whatever is missing, then hands over to the TypeScript command line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_NODE_FOR_SETUP = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_FOR_SETUP) {
  console.error(
    `actbook: Node.js ${process.versions.node} is too old. Install version 22.18 or newer from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
if (!existsSync(join(import.meta.dirname, 'cli.ts'))) {
  console.error(
    'actbook: The package holds the library: import it in your program. The command and the web app run from a checkout of the repository.',
  );
  process.exit(1);
}
const { launch } = await import('./setup/launch.mjs');
await launch(process.argv.slice(2));
