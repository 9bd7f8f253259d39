const IMPORT = /^[ \t]*(?:from[ \t]+(\w+)[.\w]*[ \t]+import\b|import[ \t]+([\w.,\t ]+))/gm;

/** Top-level modules that Python code seems to import, by name; a line of a text that reads like an import is among them. */
export function listImportedModules(sources: readonly string[]): string[] {
  const modules = sources.flatMap((source) =>
    [...source.matchAll(IMPORT)].flatMap(([, from, list = '']) =>
      from === undefined ? list.split(',').map((item) => /\w+/.exec(item)?.[0] ?? '') : [from],
    ),
  );
  return [...new Set(modules)].filter((name) => name !== '').sort();
}
