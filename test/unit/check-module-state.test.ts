import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkModuleState } from '../../bin/check/check-module-state.mjs';
import { createTempDir } from '../helpers/temp-dir.ts';

async function check(source: string): Promise<string[]> {
  const dir = await createTempDir();
  mkdirSync(join(dir, 'lib'));
  writeFileSync(join(dir, 'lib/planted.ts'), source);
  return checkModuleState(dir);
}

it.each([
  ['a variable', 'let count = 0;\nexport const next = () => ++count;', /:1 count is a module variable/],
  ['an exported variable', 'export let last: string | null = null;', /last is a module variable/],
  [
    'a map that is filled',
    'const seen = new Map();\nexport const see = (id) => seen.set(id, 1);',
    /:2 changes seen/,
  ],
  [
    'a set in brackets',
    'const ids = new Set() as Set<string>;\nexport function add() { ids.add("a"); }',
    /ids/,
  ],
  [
    'a list that grows',
    'const queue: string[] = [];\nexport const put = (each) => queue.push(each);',
    /queue/,
  ],
  [
    'an object with a key set',
    'const state = { id: "" };\nexport function go() { state.id = "a"; }',
    /state/,
  ],
  ['a deep key set', 'const state = { a: {} };\nexport const go = (key) => { state.a[key] = 1; };', /state/],
  ['a key removed', 'const memo = {};\nexport function drop(id) { delete memo[id]; }', /memo/],
  ['a counter in an object', 'const count = { all: 0 };\nexport const add = () => count.all++;', /count/],
  ['an assigned object', 'const now = {};\nexport const go = (next) => Object.assign(now, next);', /now/],
  [
    'an object that keeps state itself',
    "import { createFinder } from './finder.ts';\nexport const find = createFinder();",
    /find is an object with state/,
  ],
  ['an instance', 'class Cache {}\nexport const cache = new Cache();', /cache is an object with state/],
  ['a static field', 'export class Pool { static size = 0; }', /size is a static field/],
])('refuses %s', async (_, source, problem) => {
  expect(await check(source)).toContainEqual(expect.stringMatching(problem));
});

it.each([
  ['constants', 'const NAMES = new Set(["a"]);\nexport const has = (name) => NAMES.has(name);'],
  ['a table', 'export const TABLE = { a: [1] } as const;\nexport const read = () => TABLE.a[0];'],
  [
    'a context of React',
    "import { createContext } from 'react';\nexport const Context = createContext(null);",
  ],
  ['a memo of objects', 'const MEMO = new WeakMap();\nexport const keep = (cell) => MEMO.set(cell, 1);'],
  [
    'state in a closure',
    'export function createQueue() { let count = 0; const ids = new Set(); ids.add(count++); }',
  ],
  [
    'a changed copy',
    'const START = [1];\nexport const more = () => { const all = [...START]; all.push(2); };',
  ],
])('allows %s', async (_, source) => {
  expect(await check(source)).toEqual([]);
});
