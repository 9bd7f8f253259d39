#!/usr/bin/env node
/** `npm run notices`: writes the licenses of the packages that Actbook is installed with. */
import { writeNotices } from './docs/third-party-notices.mjs';
import { rootDir } from './setup/root-dir.mjs';

writeNotices(rootDir);
