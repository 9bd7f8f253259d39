/** Whether a difference is only the process or the machine of the clean run, which are known. */

export interface OwnMachine {
  /** Null where no code up to the cell reads it. */
  readonly pid: number | null;
  readonly host: string | null;
}

const PID = /\bgetpid\(|\.pid\b|%\(process\)|\{process\b/;
const HOST =
  /\bgethostname\(|\bgetfqdn\(|\bplatform\.node\(|\buname\b|\bnodename\b|\bHOSTNAME\b|\bhostname\b/;

/** Code that reads neither shows neither, whatever its numbers are. */
export function toOwnMachine(machine: { pid: number; host: string } | null, source: string): OwnMachine {
  return {
    pid: machine && PID.test(source) ? machine.pid : null,
    host: machine && HOST.test(source) ? machine.host : null,
  };
}

export function isOwnPid(notebook: string, here: string, { pid }: OwnMachine): boolean {
  return pid !== null && here === String(pid) && /^[1-9]\d{0,6}$/.test(notebook);
}

const WORD = /(?<![\w.-])[A-Za-z\d](?:[\w.-]*\w)?/g;
const MAX_WORDS = 20;

/** The text with the host of the clean run in place of a word that may be its own: one text for each word. */
export function listWithHost(notebook: string, here: string, { host }: OwnMachine): string[] {
  if (host === null || !here.match(WORD)?.includes(host)) return [];
  const words = [...new Set(notebook.match(WORD))].filter((word) => /[a-z]/i.test(word));
  return words
    .slice(0, MAX_WORDS)
    .map((word) => notebook.replaceAll(WORD, (each) => (each === word ? host : each)));
}
