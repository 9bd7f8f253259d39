/**
 * A program that starts a box of each kind and prints what code in it finds about itself, as one line of JSON
 * with what it found in each kind, and the namespaces outside. Its argument is a folder for everything.
 */
import { mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../../lib/config/config.ts';
import { defaultBoxLimits, readMachineMemory } from '../../../lib/kernel/box/box-limits.ts';
import { probeFork } from '../../../lib/kernel/box/probe-fork.ts';
import { listDescendants } from '../../../lib/kernel/box/process-tree.ts';
import { createJupyterKernels } from '../../../lib/kernel/jupyter-kernels.ts';
import { FORK_PATIENCE_MS, run } from '../kernel/kernel-provider.ts';

/** What differs by chance alone is named otherwise: numbers of mounts, devices, namespaces and terminals. */
const DESCRIBE = `
import glob, json, os, re, resource, socket, stat
def describe_mounts():
    mounts = [line.split() for line in open("/proc/self/mountinfo")]
    places = {mount[0]: mount[4] for mount in mounts}
    for mount in mounts:
        # Each mount in memory, and of processes, has a device of its own.
        device = "anonymous" if mount[2].startswith("0:") else mount[2]
        line = " ".join(["mount", "on", places.get(mount[1], "nothing"), device, *mount[3:]])
        # Folders of branches have the name of the box.
        yield re.sub(r"\\.branches-[\\w-]+", ".branches", line)
def describe_status(pid):
    names = "Umask Uid Gid Groups CapInh CapPrm CapEff CapBnd CapAmb NoNewPrivs Seccomp Seccomp_filters"
    for line in open(f"/proc/{pid}/status"):
        name, value = line.split(":", 1)
        if name in names.split(): yield f"{name} {' '.join(value.split())}"
def describe_folder(path):
    for name in sorted(os.listdir(path)):
        found = os.lstat(f"{path}/{name}")
        target = os.readlink(f"{path}/{name}") if stat.S_ISLNK(found.st_mode) else ""
        yield f"{path} {name} {oct(found.st_mode)} {found.st_uid} {found.st_gid} {target}"
def read(path):
    try: return open(path).read().strip()
    except OSError as error: return type(error).__name__
lines = [*describe_mounts(), *describe_status("self")]
lines += [f"limit {name} {resource.getrlimit(getattr(resource, name))}" for name in sorted(dir(resource)) if name.startswith("RLIMIT")]
for folder in ["/", "/dev", "/etc", "/run", "/run/actbook"]: lines += describe_folder(folder)
lines += [f"{name} {read(name)}" for name in [
    *["/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/setgroups", "/proc/self/cgroup"],
    *["/proc/self/oom_score_adj", "/proc/sys/kernel/hostname", "/proc/sys/user/max_user_namespaces"]]]
lines += [f"network {name}" for name in sorted(os.listdir("/proc/sys/net/ipv4/conf"))]
lines += [f"up {read('/sys/class/net/lo/flags')}", f"host {socket.gethostname()}", f"nice {os.nice(0)}"]
lines += [f"interface {socket.if_nameindex()}", f"folder {os.getcwd()}"]
print(json.dumps(lines))
`;

/** Outside, a namespace has a number. */
const NAMESPACES =
  'import json, os; print(json.dumps({name: os.readlink(f"/proc/self/ns/{name}") for name in os.listdir("/proc/self/ns")}))';

const [folder = ''] = process.argv.slice(2);
const { python, rootDir, kernelEnv } = readConfig();
const described: Record<string, unknown> = {};
for (const box of ['bwrap', 'fork'] as const) {
  // The same path for both, as a session's folder shows in the list of mounts.
  const workspacesDir = join(folder, 'workspaces');
  const workspace = join(workspacesDir, 'session');
  await mkdir(workspace, { recursive: true });
  const kernels = createJupyterKernels({
    python,
    rootDir,
    kernelEnv,
    workspacesDir,
    sandbox: 'on',
    box,
    forkPatienceMs: FORK_PATIENCE_MS,
    external: null,
  });
  const kernel = await kernels.start({ kernelName: 'python3', workspace });
  const lines = await run(kernel, DESCRIBE);
  if (lines.stdout === '') throw new Error(JSON.stringify(lines.outputs));
  described[box] = {
    lines: JSON.parse(lines.stdout),
    namespaces: JSON.parse((await run(kernel, NAMESPACES)).stdout),
    processes: await Promise.all(
      listDescendants(process.pid).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    ),
  };
  await kernels.dispose();
}
const limits = defaultBoxLimits(readMachineMemory());
const { failure } = await probeFork({ python, kernelEnv, limits, scriptsDir: join(rootDir, 'kernels') });
const names = await readdir('/proc/self/ns');
const outside = await Promise.all(
  names.map(async (name) => [name, await readlink(`/proc/self/ns/${name}`)] as const),
);
process.stdout.write(`${JSON.stringify({ ...described, failure, outside: Object.fromEntries(outside) })}\n`);
