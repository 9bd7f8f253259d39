/** Deno keeps no list of what code declares: declarations are found in the code, and asked for by name. */
import { MAX_NAME_LENGTH } from '../../protocol/kernel/kernel-name.ts';

const NAME = String.raw`[A-Za-z_$][\w$]*`;
/** Declarations at the beginning of a line: what is indented is not a declaration of the top level. */
const DECLARATION = new RegExp(
  String.raw`^(?:export[ \t]+)?(?:async[ \t]+)?(?:const|let|var|function\*?|class|enum)[ \t]+(${NAME}|[{[][^\n]{0,2000}?[}\]](?=[ \t]*[:=]))`,
  'gm',
);
const IMPORT = /^import[ \t]+([^'"\n]{1,2000}?)[ \t]+from\b/gm;

/** Names of declarations and imports; those of a pattern too. */
export function findDeclarations(source: string): string[] {
  const targets = [...source.matchAll(DECLARATION), ...source.matchAll(IMPORT)].map(
    (match) => match[1] ?? '',
  );
  const names = targets.flatMap((target) => target.split(/[,{}[\]]/).map(toBoundName));
  return names.filter((name) => new RegExp(`^${NAME}$`).test(name) && name.length <= MAX_NAME_LENGTH);
}

/** `a`, `b: a`, `b as a`, `* as a`, `...a` and `a = 1` all bind `a`. */
function toBoundName(part: string): string {
  const [bound = ''] = part.replace(/^.*(?::|\bas[ \t]|\.\.\.)/, '').split('=');
  return bound.trim();
}

/** Each name is read in a function of its own: one that does not exist throws there, and is left out. */
export function listNames(hints: readonly string[]): string {
  const readers = hints.map((name) => `[${JSON.stringify(name)}, () => ${name}]`).join(', ');
  return `((readers) => {
  const kindOf = (value) => {
    if (value === null || typeof value !== "object") return typeof value;
    const name = Object.getPrototypeOf(value)?.constructor?.name;
    return typeof name === "string" && name !== "" ? name.slice(0, ${MAX_NAME_LENGTH}) : "object";
  };
  const sizeOf = (value) => {
    if (Array.isArray(value)) return { shape: [value.length] };
    if (value instanceof Map || value instanceof Set) return { shape: [value.size] };
    return ArrayBuffer.isView(value) && "length" in value ? { shape: [value.length] } : {};
  };
  const names = readers.flatMap(([name, read]) => {
    try {
      const value = read();
      return value === undefined ? [] : [{ name, type: kindOf(value), ...sizeOf(value) }];
    } catch {
      return [];
    }
  });
  return btoa(Array.from(new TextEncoder().encode(JSON.stringify(names)), (byte) => String.fromCharCode(byte)).join(""));
})([${readers}])`;
}
