/** Which names a connection can have. Its module in the kernel has the same name. */

const PATTERN = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;

/** Keywords, common built-in functions, and modules that analyses usually import. */
const TAKEN = new Set(
  [
    'False None True and as assert async await break class continue def del elif else except finally for from global if',
    'import in is lambda nonlocal not or pass raise return try while with yield match case type',
    'abs all any bool bytes dict display dir enumerate exec exit filter float format help id input int iter len list map max',
    'min next object open outputs print quit range repr reversed round set slice sorted str sum super tuple vars zip',
    'pandas numpy matplotlib scipy seaborn sklearn plotly altair duckdb polars pyarrow pd np plt sns px alt pl pa df actbook',
    'datetime json math os random re sys time',
  ].flatMap((line) => line.split(' ')),
);

/** What is wrong with the name, without a final period; null if it can be used. */
export function findNameFault(name: string): string | null {
  if (!PATTERN.test(name))
    return `“${name.slice(0, 60)}” is not a name that code can use: take up to 60 letters, digits, and underscores, with a letter first`;
  return TAKEN.has(name) ? `“${name}” means something else in Python: take another name` : null;
}
