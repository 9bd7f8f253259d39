/** A user who stops code that does not react keeps the kernel, until they, or its limit, decide otherwise. */
import { expect, it } from 'vitest';
import { PATIENT_STOP } from '../../../lib/util/patient-stop.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

/** Reacts to no interrupt, until the file appears. */
const DEAF = `
import os, signal, time
before = signal.signal(signal.SIGINT, signal.SIG_IGN)
print("on", flush=True)
while not os.path.exists("go"): time.sleep(0.05)
signal.signal(signal.SIGINT, before);`;

const test = shareProvider();

it('waits for code that does not react, and restarts only when that is insisted on', {
  timeout: 120_000,
}, async () => {
  const kernel = await test.start();
  await run(kernel, 'kept = 1');
  const follow = async (code: string, act: () => void) => {
    const stop = new AbortController();
    const types: string[] = [];
    for await (const event of kernel.execute(code, { signal: stop.signal })) {
      types.push(event.type === 'end' ? event.status : event.type);
      if (event.type === 'output') stop.abort(PATIENT_STOP);
      if (event.type === 'unresponsive') act();
    }
    return types;
  };
  const release = `open("go", "w").close()`;
  // It ends by itself, seconds later: nothing is lost.
  const soon = `import threading\nthreading.Timer(9, lambda: ${release}).start()\n${DEAF}`;
  expect(await follow(soon, () => {})).toEqual(['output', 'unresponsive', 'ok']);
  expect((await run(kernel, 'print(kept); os.remove("go")')).stdout).toBe('1\n');

  // Interrupted again, it is seen again not to react.
  let seen = 0;
  const insistLater = () => {
    seen += 1;
    if (seen === 1) void kernel.interrupt();
    else kernel.insist();
  };
  expect(await follow(DEAF, insistLater)).toEqual(['output', 'unresponsive', 'unresponsive', 'kernel-died']);
  expect((await run(kernel, 'print("kept" in globals())')).stdout).toBe('False\n');
});
