/**
 * What counts as risky in code: the whole table, and docs/approvals.md says it in words. Rules read the code; they do not
 * run it, and code that wants to get past them can. The box around the kernel is what holds.
 */
import type { Call, CodeFacts } from './read-code-facts.ts';

export interface RiskRule {
  readonly id: string;
  /** Said to the user who is asked. */
  readonly reason: string;
  /** `files`: names of the session's files. */
  finds(facts: CodeFacts, files: readonly string[]): boolean;
}

const named =
  (pattern: RegExp) =>
  ({ names }: CodeFacts): boolean =>
    names.some((name) => pattern.test(name));

const magic =
  (pattern: RegExp) =>
  ({ magics }: CodeFacts): boolean =>
    magics.some((line) => pattern.test(line));

const PROGRAM =
  /^(?:os\.(?:system|popen|exec\w*|spawn\w*|posix_spawnp?|fork\w*|startfile)|subprocess|pty|commands|pexpect|sh|asyncio\.create_subprocess_\w+)(?:\.|$|\()/;
const PROGRAM_MAGIC =
  /^(?:!|%%(?:bash|sh|script|cmd|perl|ruby|js|node|!|system|sx)\b|%(?:system|sx|sc|alias|rehashx|killbgscripts)\b)/;
const INSTALL_MAGIC =
  /^[!%]+\s*(?:[\w/.-]*python\S*\s+-m\s+)?(?:pip3?|conda|mamba|micromamba|uv|pipx|apt|apt-get|npm|brew)\b/;
const INSTALL = /^(?:pip|ensurepip|conda|micropip|piplite)(?:\.|$)/;
const NETWORK =
  /^(?:requests|httpx|aiohttp|urllib3?\.(?:request|\w*[Pp]ool)|urllib3|http\.(?:client|server)|socket|socketserver|ssl|ftplib|smtplib|poplib|imaplib|telnetlib|xmlrpc|paramiko|fabric|websockets?|boto3|botocore|s3fs|gcsfs|wget|pycurl|selenium|playwright|openai|anthropic|huggingface_hub|yfinance|kaggle|webbrowser)(?:\.|$)/;
const DELETE =
  /^(?:os\.(?:remove|unlink|rmdir|removedirs|truncate|rename|renames|replace)|shutil\.(?:rmtree|move)|send2trash)(?:\.|$|\()|^(?:pathlib\.)?\w*Path(?:\.\w+)?\(\).*\.(?:unlink|rmdir|rename|replace)$|\.(?:unlink|rmdir)$/;
const FILES =
  /^(?:io\.)?open$|^os\.(?:open|listdir|scandir|walk|stat|mkdir|makedirs|chdir|chmod|chown|link|symlink|readlink)$|^shutil\.\w+$|^glob\.\w+$|(?:^|\.)\w*Path$|^(?:zipfile\.ZipFile|tarfile\.open|sqlite3\.connect)$|(?:^|\.)(?:read_\w+|to_\w+|write_\w+|savefig|savez?\w*|loadtxt|load|genfromtxt|tofile|fromfile|extract|extractall|imread|imsave|joinpath)$/;
const HOME = /^(?:os\.path\.expand(?:user|vars)|(?:pathlib\.)?\w*Path\.(?:home|expanduser))$|\.expanduser$/;
const ENVIRONMENT = /^os\.(?:environb?|getenvb?|putenv|unsetenv)(?:\.|\[|$)|^dotenv(?:\.|$)/;
const DYNAMIC =
  /^(?:builtins\.)?(?:eval|exec|compile|__import__)(?:$|\()|^(?:importlib|runpy|codeop|imp|zipimport)(?:\.|$)|^get_ipython\(\)\.\w+|^(?:globals|locals|vars)\(\)\[\]/;
const HIDDEN =
  /(?:^|\.)__(?:builtins|subclasses|globals|code|closure|loader|bases|mro|base|getattribute|reduce|reduce_ex|dict)__(?:\.|\[|\(|$)|^(?:builtins|sys\.modules|gc|inspect\.currentframe|sys\._getframe)(?:\.|\[|\(|$)|^(?:os|subprocess|shutil|socket|builtins)\.\*$/;
const UNPICKLE =
  /^(?:c?[pP]ickle|_pickle|dill|cloudpickle|marshal|shelve)\.(?:loads?|open|Unpickler)$|^(?:joblib|torch)\.load$|(?:^|\.)read_pickle$|^yaml\.(?:load|unsafe_load|full_load)$/;
const NATIVE = /^(?:ctypes|_ctypes|cffi|mmap|winreg)(?:\.|$)/;
const PROCESS =
  /^os\.(?:kill|killpg|_exit|abort|setuid|setgid|nice)$|^signal\.\w+|^(?:psutil|resource)(?:\.|$)/;

/** Absolute, in a home folder, or upwards. In a box the notebook's folder is `/session`. */
const OUTSIDE = /^(?:file:\/\/)?(?:~|[A-Za-z]:[\\/]|\\\\|\/(?!session\/))|(?:^|[\\/])\.\.(?:[\\/]|$)/;
const ADDRESS = /^(?:https?|ftps?|sftp|s3|gs|gcs|abfs|az|hf|ws|wss):\/\//;
const WRITE_MODE = /^(?=.{1,4}$)[rwabtx+U]*[wax+][rwabtx+U]*$/;
const WRITES = /^to_?[a-z]\w*$|writ|sav(?:e|ing)|dump|export|sink|truncate/i;
const READS =
  /^(?:print|log|info|debug|warn\w*|error|str|repr|append|add|insert|index|count|sub|match|replace|zip|dict|list|set|tuple)$|read|load|open|join|path|get|find|format|stat|exists|with|assert|is|scan|compare|cmp|diff/i;
const WRITEFILE = /^%%(?:writefile|file)\s+(?:-a\s+)?["']?([^"']+?)["']?\s*$/m;

export const RISK_RULES: readonly RiskRule[] = [
  {
    id: 'program',
    reason: 'It runs a program outside Python.',
    finds: (facts) => named(PROGRAM)(facts) || magic(PROGRAM_MAGIC)(facts),
  },
  {
    id: 'install',
    reason: 'It installs packages.',
    finds: (facts) => named(INSTALL)(facts) || magic(INSTALL_MAGIC)(facts),
  },
  {
    id: 'network',
    reason: 'It uses the network.',
    finds: (facts) => named(NETWORK)(facts) || facts.calls.some((call) => isFileCall(call, isAddress)),
  },
  { id: 'delete', reason: 'It deletes, moves, or renames files.', finds: named(DELETE) },
  {
    id: 'outside',
    reason: 'It uses files outside the notebook’s folder.',
    finds: (facts) =>
      named(HOME)(facts) ||
      facts.calls.some((call) => isFileCall(call, isOutside)) ||
      magic(/^%(?:cd|pushd)\b|^%%(?:writefile|file)\s+(?:-a\s+)?(?:~|\/|\.\.)/)(facts),
  },
  {
    id: 'overwrite',
    reason: 'It overwrites a file that you added.',
    finds: ({ calls, magics }, files) =>
      calls.some((call) => isOverwrite(call, files)) ||
      magics.some((line) => isGiven(WRITEFILE.exec(line)?.[1] ?? null, files)),
  },
  {
    id: 'environment',
    reason: 'It reads or changes environment variables.',
    finds: (facts) => named(ENVIRONMENT)(facts) || magic(/^%(?:env|set_env)\b/)(facts),
  },
  {
    id: 'dynamic',
    reason: 'It runs code that is created at run time.',
    finds: (facts) =>
      named(DYNAMIC)(facts) ||
      magic(/^%(?:run|load|loadpy|macro|recall|rerun)\b/)(facts) ||
      facts.calls.some(({ name, texts }) => name === 'getattr' && texts[1] === null),
  },
  { id: 'hidden', reason: 'It accesses Python internals.', finds: named(HIDDEN) },
  { id: 'unpickle', reason: 'It loads a file that can contain code.', finds: named(UNPICKLE) },
  { id: 'native', reason: 'It uses native code or raw memory.', finds: named(NATIVE) },
  { id: 'process', reason: 'It signals or changes processes.', finds: named(PROCESS) },
  {
    id: 'unreadable',
    reason: 'It cannot be parsed as Python, so its effects are unknown.',
    finds: ({ isReadable }) => !isReadable,
  },
];

function isFileCall({ name, texts }: Call, isSuch: (text: string) => boolean): boolean {
  return FILES.test(name) && texts.some((text) => text !== null && isSuch(text));
}

function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

function isOutside(text: string): boolean {
  return OUTSIDE.test(text);
}

/**
 * Writing under the name of a given file: in a mode that writes, by a function whose name says that it writes, or as what
 * comes after something else, as in `copy(x, "cars.csv")`, unless the function's name says that it reads.
 */
function isOverwrite({ name, texts, paths, receiver }: Call, files: readonly string[]): boolean {
  const last = /\w*$/.exec(name)?.[0] ?? '';
  const place = paths.findIndex((path) => isGiven(path, files));
  const isOfFile = isGiven(receiver, files);
  if (place < 0 && !isOfFile) return false;
  const hasMode = texts.some((text, index) => text !== null && index !== place && WRITE_MODE.test(text));
  if (hasMode && !/read|load/i.test(last)) return true;
  if (WRITES.test(last)) return true;
  const isTarget = place > 0 || (place === 0 && receiver !== null);
  return isTarget && !READS.test(last);
}

/** Whether this is the name of a given file, as it is or below `./` or `/session/`. */
function isGiven(path: string | null, files: readonly string[]): boolean {
  return path !== null && files.includes(path.replace(/^(?:\.\/+|\/session\/+)+/, ''));
}
