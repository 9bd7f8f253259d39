/** The manifests of docs/deployment.md, as far as they can be checked without a cluster. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT_DIR } from '../helpers/app/app.ts';
import { createTestProvider } from '../helpers/kernel/kernel-provider.ts';
import { createTempDir } from '../helpers/temp-dir.ts';
import { startEnterpriseGateway } from './gateways.ts';
import { findProgram } from './peer.ts';

const FOLDER = join(ROOT_DIR, 'docs/deploy/kubernetes');
/** The oldest and the newest Kubernetes the manifests are written for. */
const VERSIONS = ['1.33', '1.37'];

const Labels = z.record(z.string(), z.string());
const PodSpec = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  serviceAccountName: z.string(),
  securityContext: z.record(z.string(), z.unknown()),
  containers: z.array(
    z.looseObject({
      image: z.string(),
      command: z.array(z.string()).optional(),
      env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
      resources: z.record(z.string(), z.unknown()),
      securityContext: z.record(z.string(), z.unknown()),
    }),
  ),
  volumes: z.array(z.record(z.string(), z.unknown())),
});
const Pod = z.looseObject({ metadata: z.looseObject({ labels: Labels }), spec: PodSpec });
const Manifest = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const Checked = z.object({
  manifests: z.array(Manifest),
  pod: Pod,
  hostilePod: Pod,
  kustomization: z.looseObject({ resources: z.array(z.string()) }),
});

/** What Kubernetes demands of a pod under the Pod Security level `restricted`, and a little more. */
const CONFINED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

const run = promisify(execFile);

describe('the manifests', () => {
  let checked: z.infer<typeof Checked>;

  beforeAll(async () => {
    const script = join(import.meta.dirname, 'check_manifests.py');
    // It ends with 1, and this rejects, when Kubernetes' schemas do not allow one of them.
    const { stdout } = await run(findProgram('server-2', 'python'), [script, FOLDER, ...VERSIONS]);
    checked = Checked.parse(JSON.parse(stdout));
  });

  const find = (kind: string, name: string) => {
    const found = checked.manifests.find((each) => each.kind === kind && each.metadata.name === name);
    return z.looseObject({ spec: z.looseObject({}) }).parse(found).spec;
  };
  const findGateway = () => z.object({ template: Pod }).parse(find('Deployment', 'gateway')).template;

  it('are all applied', () => {
    expect(checked.kustomization.resources).toEqual([
      'namespace.yaml',
      'limits.yaml',
      'network.yaml',
      'gateway.yaml',
    ]);
  });

  it('confine gateway and kernels as a restricted namespace demands', () => {
    for (const { spec } of [checked.pod, findGateway()]) {
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual(CONFINED);
        expect(Object.keys(Object(container.resources.limits)).sort()).toEqual([
          'cpu',
          'ephemeral-storage',
          'memory',
        ]);
      }
      expect(JSON.stringify(spec.volumes)).not.toContain('hostPath');
    }
  });

  it('give a kernel no token, no links to services, and an end', () => {
    expect(checked.pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostUsers: false,
      activeDeadlineSeconds: 28_800,
      serviceAccountName: 'kernel',
    });
  });

  it('let no request make a kernel more than it is', () => {
    expect(checked.hostilePod).toEqual(checked.pod);
  });

  it('let a kernel reach the gateway alone, and the gateway alone reach it', () => {
    expect(find('NetworkPolicy', 'nothing')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const gateway = [{ podSelector: { matchLabels: { component: 'gateway' } } }];
    expect(find('NetworkPolicy', 'kernels')).toMatchObject({
      podSelector: { matchLabels: { component: 'kernel' } },
      ingress: [{ from: gateway }],
      egress: [{ to: gateway, ports: [{ protocol: 'TCP', port: 8877 }] }],
    });
    expect(checked.pod.metadata.labels.component).toBe('kernel');
    expect(findGateway().metadata.labels.component).toBe('gateway');
  });

  it("start the gateway's program with settings it knows, and with one kernel", async () => {
    const [container] = findGateway().spec.containers;
    const set = container?.env.filter(({ name }) => name.startsWith('EG_')) ?? [];
    const env = Object.fromEntries(set.map(({ name, value }) => [name, value ?? '']));
    const { EG_IP: _ip, EG_PORT: _port, EG_AUTH_TOKEN: _token, ...rest } = env;
    const [jupyter, program, ...args] = container?.command ?? [];
    expect([jupyter, program]).toEqual(['jupyter', 'enterprisegateway']);
    const share = await createTempDir();
    await mkdir(join(share, 'kernels/python3'), { recursive: true });
    const spec = await readFile(join(FOLDER, 'kernel.json'));
    await writeFile(join(share, 'kernels/python3/kernel.json'), spec);
    const gateway = await startEnterpriseGateway({ ...rest, JUPYTER_PATH: share }, args);
    const { provider, dispose } = await createTestProvider({ external: gateway.address });
    expect(await provider.listSpecs()).toEqual([
      { name: 'python3', displayName: 'Python on Kubernetes', language: 'python' },
    ]);
    await dispose();
    await gateway.stop();
  });
});

it.each(['app', 'kernel-image'])('the Dockerfile of %s passes its linter', async (name) => {
  const path = join(ROOT_DIR, 'docs/deploy', name, 'Dockerfile');
  await expect(run(findProgram('server-2', 'hadolint'), [path])).resolves.toMatchObject({ stdout: '' });
});
