/** Wheels of small packages, made for a test in a folder that pip and uv take packages from. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig } from '../../lib/config/config.ts';

export interface Wheel {
  name: string;
  version: string;
  requires?: string[];
  /** Of its one module. */
  source?: string;
}

const PROGRAM = `
import base64, hashlib, json, sys, zipfile
folder, wheels = sys.argv[1], json.loads(sys.argv[2])
for each in wheels:
    name, version = each["name"], each["version"]
    info = f"{name}-{version}.dist-info"
    requires = "".join(f"Requires-Dist: {one}\\n" for one in each.get("requires", []))
    files = {
        f"{name}/__init__.py": f"__version__ = {version!r}\\n" + each.get("source", ""),
        f"{info}/METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n{requires}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    def digest(text):
        return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    record = "".join(f"{path},sha256={digest(text)},{len(text)}\\n" for path, text in files.items())
    with zipfile.ZipFile(f"{folder}/{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in [*files.items(), (f"{info}/RECORD", record + f"{info}/RECORD,,\\n")]:
            archive.writestr(path, text)
`;

export async function makeWheels(folder: string, wheels: readonly Wheel[]): Promise<void> {
  const { python } = readConfig({ ...process.env });
  await promisify(execFile)(python, ['-I', '-c', PROGRAM, folder, JSON.stringify(wheels)]);
}

/** What `plotkit` needs is in the folder; `oldframe` asks for a pandas that no kernel has. */
export const WHEELS: readonly Wheel[] = [
  { name: 'plotkit', version: '1.0', requires: ['pandas>=2', 'colorkit'] },
  { name: 'plotkit', version: '1.1', requires: ['pandas>=2', 'colorkit'] },
  { name: 'colorkit', version: '0.5', source: 'def mix():\n    return "teal"\n' },
  { name: 'oldframe', version: '2.0', requires: ['pandas<3'] },
];

/** Variables that have pip and uv take packages from this folder only. */
export function toPackageEnv(folder: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, UV_FIND_LINKS: folder, UV_NO_INDEX: '1', PIP_FIND_LINKS: folder, PIP_NO_INDEX: '1' };
}
