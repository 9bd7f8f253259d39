/**
 * A program that reads 300 MB of a kernel's output, and prints as one line of JSON how many characters arrived and by how many
 * megabytes it has grown: alone, because memory of a worker's other files would count, too. Its argument is `on` or `off`, the
 * sandbox.
 */
import { createTestProvider } from './kernel-provider.ts';

const test = await createTestProvider({ sandbox: process.argv[2] === 'on' ? 'on' : 'off' });
const kernel = await test.start();
const before = process.memoryUsage().rss;
let length = 0;
for await (const event of kernel.execute('for _ in range(300): print("x" * 999_999)'))
  if (event.type === 'output' && event.output.output_type === 'stream') length += event.output.text.length;
// The peak, of which the system keeps account.
const grown = process.resourceUsage().maxRSS * 1024 - before;
await test.dispose();
console.log(JSON.stringify({ length, grownMegabytes: Math.round(grown / 1024 ** 2) }));
