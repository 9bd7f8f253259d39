/** Hostile code in a kernel: what it gets without a box, it must not get within one. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { createBoxZygotes } from '../../../lib/kernel/box/box-zygote.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { ROOT_DIR } from '../../helpers/app/app.ts';
import { type AttackedHost, createAttackedHost } from '../../helpers/box/attacked-host.ts';
import { ATTACKS, type Attack, PRELUDE } from '../../helpers/box/attacks.ts';
import { SIDE_ATTACKS } from '../../helpers/box/side-attacks.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';

interface Side {
  test: TestProvider;
  host: AttackedHost;
  kernel: Kernel;
}

const sides: Partial<Record<'on' | 'off', Side>> = {};

async function openSide(sandbox: 'on' | 'off'): Promise<Side> {
  const test = await createTestProvider({ sandbox });
  const other = join(test.workspacesDir, 'other');
  await mkdir(other);
  const host = await createAttackedHost(other);
  const [kernel] = await Promise.all([test.start('attacker'), test.start('third')]);
  return { test, host, kernel };
}

const { python, kernelEnv } = readConfig({ ...process.env });
const zygotes = createBoxZygotes({ python, kernelEnv, scriptsDir: join(ROOT_DIR, 'kernels') });

beforeAll(async () => {
  // There to be reached from either side.
  await zygotes.prepare();
  (await zygotes.connect())?.socket.destroy();
  sides.off = await openSide('off');
  sides.on = await openSide('on');
});

afterAll(async () => {
  await zygotes.dispose();
  for (const side of Object.values(sides)) {
    await side.test.dispose();
    await side.host.dispose();
  }
});

function sideOf(sandbox: 'on' | 'off'): Side {
  const side = sides[sandbox];
  if (!side) throw new Error('The kernels did not start.');
  return side;
}

async function attack(sandbox: 'on' | 'off', { code }: Attack): Promise<string> {
  const side = sideOf(sandbox);
  const { stdout, outputs } = await run(side.kernel, PRELUDE + code(side.host), { timeoutMs: 30_000 });
  const alive = await run(side.kernel, 'print("alive")');
  expect(alive.stdout, JSON.stringify(outputs)).toBe('alive\n');
  return stdout.includes('TAKEN') ? 'taken' : 'kept';
}

describe('an attack', () => {
  const isRoot = process.getuid?.() === 0;
  const possible = [...ATTACKS, ...SIDE_ATTACKS].filter((each) => isRoot || !each.isForRoot);

  it.each(possible)('$name', async (each) => {
    expect(await attack('off', each), 'without a box').toBe('taken');
    expect(await attack('on', each), 'in a box').toBe('kept');
  });
});

describe('in a box', () => {
  it('no variable of the environment is there that was not listed', async () => {
    const names = 'import os; print(sorted(set(os.environ) - SET_BY_JUPYTER))';
    const jupyter =
      'SET_BY_JUPYTER = {"JPY_PARENT_PID", "JPY_SESSION_NAME", "PYDEVD_USE_FRAME_EVAL", "TERM", "CLICOLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "PAGER", "GIT_PAGER", "MPLBACKEND", "PWD"}';
    const { stdout } = await run(sideOf('on').kernel, `${jupyter}\n${names}`);
    const listed = [
      ...[
        'ACTBOOK_KERNEL_MARK',
        'HOME',
        'IPYTHONDIR',
        'JUPYTER_CONFIG_DIR',
        'JUPYTER_DATA_DIR',
        'JUPYTER_NO_CONFIG',
      ],
      ...['JUPYTER_RUNTIME_DIR', 'LANG', 'LOKY_MAX_CPU_COUNT', 'MPLCONFIGDIR', 'OMP_WAIT_POLICY', 'PATH'],
      ...(process.env.TZ ? ['TZ'] : []),
    ];
    expect(JSON.parse(stdout.replaceAll("'", '"'))).toEqual(listed);
  });

  it('neither the socket that the server listens on nor a pipe to the supervisor is open in a kernel', async () => {
    const code = `
import os, socket
def describe(fd):
    try: target = os.readlink(f"/proc/self/fd/{fd}")
    except OSError: return ""
    if not target.startswith("socket:"): return target
    with socket.socket(fileno=os.dup(int(fd))) as found:
        if not found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN): return ""
        return str(found.getsockname())
def find(): return [each for each in map(describe, os.listdir("/proc/self/fd")) if each.endswith("jupyter.sock")]
print(find())
with socket.socket(socket.AF_UNIX) as control:
    control.bind("control-jupyter.sock"); control.listen()
    print(find())
os.remove("control-jupyter.sock")
# What the supervisor reads is standard input outside: in here that is nobody's.
print(os.readlink("/proc/self/fd/0"))`;
    const { stdout, outputs } = await run(sideOf('on').kernel, code);
    expect(stdout, JSON.stringify(outputs)).toBe("[]\n['control-jupyter.sock']\n/dev/null\n");
  });
});
