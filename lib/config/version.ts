/** The version of this product, from package.json, which is above the sources and above the built library alike. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

export const VERSION: string = Package.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', 'package.json'), 'utf8')),
).version;
