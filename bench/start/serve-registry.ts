import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves a package as the npm registry would, and sends requests for all others there. npx unpacks a package that it is given
 * as a file again at each start, and one from a registry only once.
 *
 * @returns the registry's address; it does not keep the process from ending
 */
export async function serveRegistry(tarballPath: string, manifestPath: string): Promise<string> {
  const elsewhere = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const tarball = readFileSync(tarballPath);
  const manifest: { name: string; version: string } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer(({ url = '/', headers }, response) => {
    if (url === `/${name}.tgz`) response.end(tarball);
    else if (url !== `/${name}`)
      response.writeHead(302, { location: new URL(url.slice(1), elsewhere).href }).end();
    else {
      const dist = { tarball: `http://${headers.host}/${name}.tgz`, integrity };
      const versions = { [version]: { ...manifest, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
