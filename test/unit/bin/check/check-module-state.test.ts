import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkModuleState } from '../../../../bin/check/check-module-state.mjs';
import { createTempDir } from '../../../helpers/temp-dir.ts';

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
    'an object with a key set',
    'const state = { id: "" };\nexport function go() { state.id = "a"; }',
    /state/,
  ],
  ['a key removed', 'const memo = {};\nexport function drop(id) { delete memo[id]; }', /memo/],
  ['a counter in an object', 'const count = { all: 0 };\nexport const add = () => count.all++;', /count/],
  ['an assigned object', 'const now = {};\nexport const go = (next) => Object.assign(now, next);', /now/],
  [
    'an object that keeps state itself',
    "import { createFinder } from './finder.ts';\nexport const find = createFinder();",
    /find is an object with state/,
  ],
  ['a static field', 'export class Pool { static size = 0; }', /size is a static field/],
  ['a static container', 'export class Pool { static readonly ids = new Set(); }', /ids is a static field/],
  [
    'an imported map that is filled',
    "import { SEEN as seen } from './seen.ts';\nexport const see = (id) => seen.set(id, 1);",
    /:2 changes seen, which belongs to \.\/seen\.ts/,
  ],
  [
    'a map of an imported module',
    "import * as memo from './memo.ts';\nexport const see = (id) => memo.SEEN.set(id, 1);",
    /changes memo/,
  ],
  ['a buffer', 'const a = Buffer.alloc(4);\nexport const go = () => a.writeUInt8(1);', /changes a/],
  [
    'a part of a map',
    'const a = new Map();\nexport const go = (id) => (a.get(id) ?? []).push(1);',
    /changes a/,
  ],
  ['a property of a function', 'export function go() { go.count = 1; }', /changes go/],
  ['an element that is a pattern', 'const [a] = [{}];\nexport const go = () => { a.b = 1; };', /changes a/],
  [
    'an emitter of a package',
    "import { EventEmitter } from 'node:events';\nexport const bus = new EventEmitter();",
    /:2 bus is an object with state/,
  ],
  ['an instance by default', 'class Cache {}\nexport default new Cache();', /:2 this is an object/],
  ['an instance from a class', 'class Cache {}\nexport const a = Cache.createFull();', /a is an object/],
  [
    'a member of an object with state',
    "import { createFinder } from './finder.ts';\nexport const { find } = createFinder();",
    /find is an object with state/,
  ],
  ['a closure', 'const next = (() => { let n = 0; return () => ++n; })();\nnext();', /next is an object/],
  ['a timer', 'setInterval(() => {}, 1);', /this is an object/],
  ['a pattern', 'const a = { n: 0 };\nexport const go = (b) => { ({ n: a.n } = b); };', /:2 changes a/],
  ['a list pattern', 'const a = { n: 0 };\nexport const go = (b) => { [, ...a.n] = b; };', /changes a/],
  ['a loop', 'const a = { n: 0 };\nexport const go = (b) => { for (a.n of b); };', /:2 changes a/],
  ['a change through as', 'const a = {};\nexport const go = () => { (a as B).b = 1; };', /:2 changes a/],
  ['a change through !', 'const a = { b: [] };\nexport const go = () => a!.b!.push(1);', /:2 changes a/],
  ['a global', 'export const go = () => { globalThis.count = 1; };', /changes globalThis/],
  ['a set global', "export const go = () => Reflect.set(globalThis, 'a', 1);", /changes globalThis/],
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
  ['schemas', "import { z } from 'zod';\nconst A = z.object({});\nexport const B = A.extend({}).max(2);"],
  ['a memo of objects', 'const MEMO = new WeakMap();\nexport const keep = (cell) => MEMO.set(cell, 1);'],
  [
    'state in a closure',
    'export function createQueue() { let count = 0; const ids = new Set(); ids.add(count++); }',
  ],
  ['an instance of each instance', 'export class Pool { ids = new Set(); bus = new EventEmitter(); }'],
  ['an instance of each call', 'export const open = () => new EventEmitter();'],
  ['a style', "export function paint() { document.body.style.color = 'red'; }"],
  [
    'a changed copy',
    'const START = [1];\nexport const more = () => { const all = [...START]; all.push(2); };',
  ],
])('allows %s', async (_, source) => {
  expect(await check(source)).toEqual([]);
});
