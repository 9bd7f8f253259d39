#!/usr/bin/env node
import { runPythonTool } from './setup/python-tools.mjs';
/** `npm run test:python -- [ARGUMENT...]`: the tests of `kernels/`, in the kernels' own Python. */
import { rootDir } from './setup/root-dir.mjs';

process.exitCode = runPythonTool(rootDir, 'pytest', process.argv.slice(2));
