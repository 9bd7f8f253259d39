#!/usr/bin/env node
/** `npm run docs`: writes the parts of documents that are made of code. */
import { writeApiReference } from './docs/api-reference.mjs';
import { rootDir } from './setup/root-dir.mjs';

writeApiReference(rootDir);
