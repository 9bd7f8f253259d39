/** Plants one violation at a time in a copy of the sources: a rule that sees nothing is worse than none. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBoundaries } from '../../../../bin/check/check-boundaries.mjs';
import { checkFileSize } from '../../../../bin/check/check-file-size.mjs';

const rootDir = resolve(import.meta.dirname, '../../../..');
const COPIED = ['app', 'bin', 'components', 'lib', 'biome.json', '.gitignore', 'package.json'];

let copyDir: string;
let known: Set<string>;
/** Most files are the same in every copy. */
const read = new Map();

beforeAll(() => {
  copyDir = mkdtempSync(join(tmpdir(), 'actbook-boundaries-'));
  for (const name of COPIED) cpSync(join(rootDir, name), join(copyDir, name), { recursive: true });
  known = new Set(checkBoundaries(copyDir, read));
});

afterAll(() => rmSync(copyDir, { recursive: true, force: true }));

/** Runs `look` on the copy with the files planted, and takes them away again. */
function withPlanted<T>(files: Record<string, string>, look: () => T): T {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(copyDir, path)), { recursive: true });
    writeFileSync(join(copyDir, path), source);
  }
  try {
    return look();
  } finally {
    for (const path of Object.keys(files)) restore(path);
  }
}

function restore(path: string): void {
  rmSync(join(copyDir, path));
  if (existsSync(join(rootDir, path))) cpSync(join(rootDir, path), join(copyDir, path));
}

function findNewProblems(files: Record<string, string>): string[] {
  return withPlanted(files, () => checkBoundaries(copyDir, read).filter((problem) => !known.has(problem)));
}

interface Violation {
  name: string;
  files: Record<string, string>;
  problem: RegExp;
}

const VIOLATIONS: Violation[] = [
  {
    name: 'the page loading schemas',
    files: {
      'components/ui/planted.ts': "import { planted } from '../../lib/util/planted.ts';\nplanted();",
      'lib/util/planted.ts': "import { z } from 'zod';\nexport const planted = () => z.string();",
    },
    problem: /^components\/ui\/planted\.ts -> lib\/util\/planted\.ts reaches zod$/,
  },
  {
    name: 'a layer importing one that stands above it',
    files: {
      'lib/util/planted.ts': "import { createSession } from '../session/session.ts';\ncreateSession('x');",
    },
    problem: /^lib\/util\/planted\.ts must not import lib\/session\/session\.ts$/,
  },
  {
    name: 'an adapter importing another',
    files: { 'lib/store/planted.ts': "export { createAnalyst } from '../analyst/analyst.ts';" },
    problem: /^lib\/store\/planted\.ts must not import lib\/analyst\/analyst\.ts$/,
  },
  {
    name: 'the agent importing an adapter at run time',
    files: { 'lib/agent/planted.ts': "export const load = () => import('../store/sqlite/sqlite-store.ts');" },
    problem: /^lib\/agent\/planted\.ts must not import lib\/store\/sqlite\/sqlite-store\.ts$/,
  },
  {
    name: 'a component importing only a type of the server',
    files: {
      'components/ui/planted.tsx':
        "import type { Config } from '../../lib/config/config.ts';\nexport type C = Config;",
    },
    problem: /^components\/ui\/planted\.tsx must not import types from lib\/config\/config\.ts$/,
  },
  {
    name: 'a type imported in place',
    files: { 'components/ui/planted.tsx': "export type C = import('../../lib/config/config.ts').Config;" },
    problem: /^components\/ui\/planted\.tsx must not import types from lib\/config\/config\.ts$/,
  },
  {
    name: 'the front door importing more than types',
    files: { 'lib/app/container.ts': "export { createRuntime } from '../runtime/runtime.ts';" },
    problem: /^lib\/app\/container\.ts must not import lib\/runtime\/runtime\.ts$/,
  },
  {
    name: 'a component reaching the server through a new file of lib',
    files: {
      'lib/planted.ts': "export { readConfig } from './config/config.ts';",
      'components/ui/planted.tsx': "export { readConfig } from '../../lib/planted.ts';",
    },
    problem: /^components\/ui\/planted\.tsx -> lib\/planted\.ts -> lib\/config\/config\.ts reaches /,
  },
  {
    name: 'a component reaching a module of Node through a pure layer',
    files: {
      'lib/util/planted.ts': "export { readFileSync } from 'node:fs';",
      'components/ui/planted.tsx': "export { readFileSync } from '../../lib/util/planted.ts';",
    },
    problem: /^components\/ui\/planted\.tsx -> lib\/util\/planted\.ts reaches node:fs$/,
  },
  {
    name: 'a low part of the page importing a high one',
    files: {
      'components/render/planted.ts': "export type { CellKey } from '../notebook/cells/cell-texts.ts';",
    },
    problem:
      /^components\/render\/planted\.ts must not import types from components\/notebook\/cells\/cell-texts\.ts$/,
  },
  {
    name: 'a component outside the ladder',
    files: { 'components/planted/planted.ts': 'export const planted = 1;' },
    problem: /^components\/planted\/planted\.ts belongs to no layer/,
  },
  {
    name: 'a file of lib that belongs to no layer',
    files: { 'lib/planted/planted.ts': 'export const planted = 1;' },
    problem: /^lib\/planted\/planted\.ts belongs to no layer/,
  },
  {
    name: 'a cycle of types alone',
    files: {
      'lib/util/planted.ts': "import type { B } from './planted-too.ts';\nexport type A = { b: B };",
      'lib/util/planted-too.ts': "import type { A } from './planted.ts';\nexport type B = { a: A };",
    },
    problem: /^Import cycle: .*planted.* -> .*planted/,
  },
  {
    name: 'two folders of one layer that need each other',
    files: {
      'lib/session/view/planted.ts': "import type { A } from '../stale/planted.ts';\nexport type B = A;",
      'lib/session/stale/planted.ts': 'export type A = 1;',
      'lib/session/stale/planted-too.ts':
        "import type { C } from '../view/planted-too.ts';\nexport type D = C;",
      'lib/session/view/planted-too.ts': 'export type C = 1;',
    },
    problem: /^Cycle of folders: .*lib\/session\/(view|stale) -> /,
  },
  {
    name: 'a second importer of the model SDK',
    files: { 'lib/model/planted.ts': "import type OpenAI from 'openai';\nexport type Client = OpenAI;" },
    problem: /at most 1 may import .*openai/,
  },
  {
    name: 'a third importer of the Jupyter client',
    files: {
      'lib/kernel/planted.ts': "export type { Kernel } from '@jupyterlab/services';",
      'lib/kernel/planted-too.ts': "export type { Kernel } from '@jupyterlab/services/lib/kernel/kernel';",
      'lib/kernel/planted-three.ts': "export type { Kernel } from '@jupyterlab/services';",
    },
    problem: /at most 3 may import .*jupyterlab/,
  },
  {
    name: 'a view library in lib',
    files: { 'lib/stream/planted.ts': "export { useState } from 'react';" },
    problem: /^lib\/stream\/planted\.ts must not import .*react/,
  },
  {
    name: 'a WebSocket client outside the kernel driver',
    files: { 'lib/web/planted.ts': "export { WebSocket } from 'ws';" },
    problem: /^lib\/web\/planted\.ts must not import .*ws/,
  },
  {
    name: 'product code importing a test',
    files: {
      'test/planted.ts': 'export const planted = 1;',
      'lib/web/planted.ts': "export { planted } from '../../test/planted.ts';",
    },
    problem: /^lib\/web\/planted\.ts must not import test\/planted\.ts$/,
  },
];

describe('import boundaries', () => {
  it.each(VIOLATIONS)('catch $name', (violation) => {
    expect(findNewProblems(violation.files)).toContainEqual(expect.stringMatching(violation.problem));
  });

  it('leave what is allowed alone', () => {
    const files = {
      'components/ui/planted.tsx': "export type { Session } from '../../lib/session/session.ts';",
      'lib/agent/planted.ts': "export type { Kernel } from '../kernel/kernel.ts';",
    };
    expect(findNewProblems(files)).toEqual([]);
  });
});

it('the environment is read in the commands, and nowhere else', () => {
  const source = 'export const home = process.env.HOME;\n';
  const refused = ['app/planted.ts', 'components/planted.ts', 'lib/agent/planted.ts'];
  const paths = [...refused, 'bin/planted.ts'];
  const files = Object.fromEntries(paths.map((path) => [path, source]));
  expect(withPlanted(files, () => lint('noProcessEnv', paths))).toEqual(refused);
});

it('parts of the page are loaded by createLate alone', () => {
  const files = {
    'components/planted-dynamic.tsx': "import dynamic from 'next/dynamic';\nexport const A = dynamic;\n",
    'components/planted-lazy.tsx': "import { lazy } from 'react';\nexport const A = lazy;\n",
    'components/planted.tsx': "import { useState } from 'react';\nexport const useA = useState;\n",
  };
  const refused = ['components/planted-dynamic.tsx', 'components/planted-lazy.tsx'];
  expect(withPlanted(files, () => lint('noRestrictedImports', Object.keys(files)))).toEqual(refused);
});

/** The paths that break a rule of style. */
function lint(rule: string, paths: readonly string[]): string[] {
  const biome = join(rootDir, 'node_modules', '.bin', 'biome');
  const { stdout, stderr } = spawnSync(biome, ['lint', ...paths], { cwd: copyDir, encoding: 'utf8' });
  const found = `${stdout}${stderr}`.matchAll(/(\S+):\d+:\d+ lint\/style\/(\w+)/g);
  return [...found].flatMap(([, path = '', name]) => (name === rule ? path : [])).sort();
}

describe('file size', () => {
  it.each(['lib/util/planted.ts', 'components/planted.css', 'kernels/planted.py'])(
    'is limited for %s',
    (path) => {
      const problems = (lines: number) =>
        withPlanted({ [path]: '\n'.repeat(lines - 1).concat('x\n') }, () => checkFileSize(copyDir));
      expect(problems(401)).toContainEqual(expect.stringContaining(`${path} has 401 lines`));
      expect(problems(400).join()).not.toContain(path);
    },
  );
});
