/** Reads back the `text/html` of a DataFrame with flat columns and a flat index. */

export interface HtmlTable {
  readonly columns: readonly string[];
  /** One label per row (its index) and one text per column. */
  readonly rows: readonly { label: string; cells: readonly string[] }[];
}

/** The first table of the markup, or null. Source: pandas/io/formats/html.py writes `thead`, `tbody`, `th`, `td`. */
export function parseHtmlTable(html: string): HtmlTable | null {
  const head = /<thead>([\s\S]*?)<\/thead>/.exec(html)?.[1];
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1];
  if (head === undefined || body === undefined) return null;
  const columns = (readRows(head)[0] ?? []).slice(1);
  const rows = readRows(body).map(([label = '', ...cells]) => ({ label, cells }));
  return { columns, rows };
}

function readRows(markup: string): string[][] {
  return [...markup.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => unescapeHtml(cell)),
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** The cell at a row's label and a column's name as text, or null. */
export function readCell(table: HtmlTable, label: string, column: string): string | null {
  const index = table.columns.indexOf(column);
  return table.rows.find((row) => row.label === label)?.cells[index] ?? null;
}

/** Rows that stand for data: pandas cuts a long table in the middle with a row of dots. */
export function dataRows(table: HtmlTable): HtmlTable['rows'] {
  return table.rows.filter((row) => row.label !== '...');
}
