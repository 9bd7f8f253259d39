/** A Jupyter server whose certificate nobody here knows. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../helpers/bin/cli.ts';
import { createTestProvider } from '../helpers/kernel/kernel-provider.ts';
import { startStockServer } from '../helpers/kernel/kernel-server.ts';
import { createTempDir } from '../helpers/temp-dir.ts';
import { findProgram } from './peer.ts';

const PYTHON = findProgram('server-2', 'python');

it('is refused with a sentence, and used when its issuer is named', async () => {
  const home = await createTempDir();
  const { certificate, key } = await createCertificate(home);
  const args = [`--ServerApp.certfile=${certificate}`, `--ServerApp.keyfile=${key}`];
  const server = await startStockServer({ python: PYTHON, args });
  onTestFinished(server.stop);
  const url = server.url.replace('http:', 'https:');

  const { provider, dispose } = await createTestProvider({ external: { url, token: server.token } });
  onTestFinished(dispose);
  await expect(provider.listSpecs()).rejects.toMatchObject({
    code: 'kernel-unavailable',
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });

  const path = join(home, 'a.ipynb');
  const cell = {
    cell_type: 'code',
    id: 'a',
    source: '6 * 7',
    metadata: {},
    outputs: [],
    execution_count: null,
  };
  await writeFile(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
  const env = { JUPYTER_SERVER_URL: url, JUPYTER_TOKEN: server.token, NODE_EXTRA_CA_CERTS: certificate };
  const { code, stderr } = await runCli(['exec', path], { home, env });
  expect(code, stderr).toBe(0);
  expect(await readFile(path, 'utf8')).toContain('42');
});

/** One for 127.0.0.1, signed by itself. */
async function createCertificate(folder: string): Promise<{ certificate: string; key: string }> {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const program = `
import datetime, ipaddress, sys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
now = datetime.datetime.now(datetime.timezone.utc)
builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
builder = builder.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
builder = builder.add_extension(x509.SubjectAlternativeName([address]), critical=False)
pem = serialization.Encoding.PEM
open(sys.argv[1], "wb").write(builder.sign(key, hashes.SHA256()).public_bytes(pem))
plain = serialization.NoEncryption()
open(sys.argv[2], "wb").write(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))`;
  await promisify(execFile)(PYTHON, ['-c', program, certificate, key]);
  return { certificate, key };
}
