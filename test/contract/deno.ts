import type { Language } from './language.ts';

export const DENO: Language = {
  kernelName: 'deno',
  name: 'typescript',
  implementation: /^Deno kernel \d/,
  lacks: {
    numbers: 'Deno does not number its messages',
    interrupt: 'an interrupt ends the process of the Deno kernel',
  },
  print: (text) => `console.log(${JSON.stringify(text)})`,
  // Its kernel tears longer messages to pieces when a client is slow to take them.
  longLength: 200_000,
  printLong: (length) => `console.log("x".repeat(${length}))`,
  printAroundGate: `console.log("before");
while (!(await Deno.stat("gate").catch(() => null))) await new Promise((wake) => setTimeout(wake, 10));
console.log("after");`,
  sleep: 'console.log("asleep"); await new Promise((wake) => setTimeout(wake, 600_000));',
  writeToStderr: (text) => `console.error(${JSON.stringify(text)})`,
  value: '6 * 7',
  showHtml: (html) => `await Deno.jupyter.display({ "text/html": ${JSON.stringify(html)} }, { raw: true })`,
  showText: (length) => `await Deno.jupyter.display({ "text/plain": "x".repeat(${length}) }, { raw: true })`,
  showMany: (count) =>
    `for (let i = 0; i < ${count}; i++) await Deno.jupyter.broadcast("display_data", { data: { "text/plain": "x" }, metadata: {}, transient: {} });`,
  clear: `console.log("gone");
await Deno.jupyter.broadcast("clear_output", { wait: false });
console.log("stays");`,
  showUpdatable: `await Deno.jupyter.broadcast("display_data",
  { data: { "text/plain": "before" }, metadata: {}, transient: { display_id: "shared" } });`,
  update: `await Deno.jupyter.broadcast("update_display_data",
  { data: { "text/plain": "after" }, metadata: {}, transient: { display_id: "shared" } });`,
  fail: (message) => `throw new Error(${JSON.stringify(message)})`,
  keep: 'const kept: number = 41;',
  readKept: 'console.log(String(kept + 1))',
  expression: { code: '[1, 1]', text: '[ 1, 1 ]' },
  printFolder: 'console.log(Deno.cwd())',
  ask: 'console.log(prompt("name? "))',
  printLate: `const speak = async () => {
  while (!(await Deno.stat("gate").catch(() => null))) await new Promise((wake) => setTimeout(wake, 10));
  console.log("late");
};
void speak();`,
  die: 'Deno.kill(Deno.pid, "SIGKILL")',
};
