import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT_DIR } from '../app/app.ts';
import { createTempDir } from '../temp-dir.ts';

/** Our Python programs, of which one is changed. Returns the folder that has them. */
export async function copyPrograms(name: string, change: string): Promise<string> {
  const rootDir = await createTempDir();
  const filter = (path: string) => !path.endsWith('__pycache__');
  await cp(join(ROOT_DIR, 'kernels'), join(rootDir, 'kernels'), { recursive: true, filter });
  await appendFile(join(rootDir, 'kernels', name), `\n${change}\n`);
  return rootDir;
}

/** The name of the file that a server which has its token, and never listens, leaves in its workspace. */
export const SLOW_SERVER_FILE = 'begun';

/** Programs whose servers never listen. */
export function copySlowPrograms(): Promise<string> {
  const begin = `open("/session/${SLOW_SERVER_FILE}", "w").close()`;
  return copyPrograms(
    'private_server.py',
    `def run_server(*_):\n    import time\n    ${begin}\n    time.sleep(600)`,
  );
}
