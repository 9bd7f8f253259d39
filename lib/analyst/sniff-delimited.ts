/** Separator, number format and header position of a delimited file, judged from its first lines. */

export interface DelimitedFormat {
  sep?: string;
  decimal?: string;
  skiprows?: number;
}

const SEPARATORS = [';', '\t', '|', ','];

/** Takes the separator that splits most lines into the same number (two or more) of fields. */
export function sniffDelimited(text: string): DelimitedFormat {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const best = SEPARATORS.map((sep) => ({ sep, ...commonWidth(lines, sep) })).reduce((left, right) =>
    right.lines > left.lines || (right.lines === left.lines && right.width > left.width) ? right : left,
  );
  if (best.width < 2) return {};
  const headerAt = rawIndexOf(
    text,
    lines.find((line) => splitFields(line, best.sep).length === best.width),
  );
  const fields = lines.flatMap((line) => splitFields(line, best.sep)).map((field) => field.trim());
  return {
    ...(best.sep === ',' ? {} : { sep: best.sep }),
    ...(best.sep === ',' ? {} : sniffDecimal(fields)),
    ...(headerAt > 0 ? { skiprows: headerAt } : {}),
  };
}

/** Quoted fields are emptied: what separates others may are in them. */
function splitFields(line: string, sep: string): string[] {
  return line.replaceAll(/(?<=^|[;\t|,])"(?:[^"]|"")*"(?=[;\t|,]|$)/g, '""').split(sep);
}

function commonWidth(lines: string[], sep: string): { width: number; lines: number } {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const width = splitFields(line, sep).length;
    if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [width = 0, count = 0] = [...counts].toSorted((left, right) => right[1] - left[1])[0] ?? [];
  return { width, lines: count };
}

/** Zero-based number of the line in the raw text, blank lines counted, as `skiprows` counts them. */
function rawIndexOf(text: string, line: string | undefined): number {
  return line === undefined ? 0 : text.split(/\r?\n/).indexOf(line);
}

function sniffDecimal(fields: string[]): DelimitedFormat {
  const comma = fields.some((field) => /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/.test(field));
  if (!comma) return {};
  // With dots between thousands, dates such as 03.01.2023 would turn into numbers: such columns stay text for now.
  const dotGroups = fields.some((field) => /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(field));
  return dotGroups ? {} : { decimal: ',' };
}
