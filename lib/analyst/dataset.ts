/** The loaded table as the analyst knows it from its own cells; in the kernel it is called `df`. */

export type ColumnKind = 'number' | 'text' | 'date' | 'boolean' | 'empty';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whole numbers, by dtype or by every example. */
  readonly integer: boolean;
  readonly missing: number;
  readonly unique: number;
  /** Most frequent values as text, at most twelve. */
  readonly examples: readonly string[];
  /** First and last value of a date column, ISO; null when unknown. */
  readonly span: { readonly first: string; readonly last: string } | null;
  /** What its numbers were written with, such as `€`, where its name does not say so. */
  readonly unit?: string;
  /** How many of its texts could not be read as a date or a number. */
  readonly lost?: number;
  /** Python that computes it from `df`, when the table has no such column, or not as it is used. */
  readonly formula?: string;
  /** Distinct values when letter case and outer spaces are ignored, where the profile counted them. */
  readonly folded?: number;
  /** How many spellings were merged into its values, where any were. */
  readonly spellings?: number;
}

export interface Dataset {
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly Column[];
  /** Sentences about loading that belong into an answer, e.g. lines left out. */
  readonly notes: readonly string[];
  /** Sheets of the workbook this table is not from. */
  readonly otherSheets?: readonly string[];
}

export function findColumn(dataset: Dataset, name: string): Column | null {
  return dataset.columns.find((column) => column.name === name) ?? null;
}

/** The column values are dated by: the first date column with the fewest gaps, else null. */
export function findDateColumn(dataset: Dataset): Column | null {
  const dates = dataset.columns.filter((column) => column.kind === 'date');
  return dates.toSorted((left, right) => left.missing - right.missing)[0] ?? null;
}

/** A column of calendar years: named so, or whole numbers that all look like years. */
export function findYearColumn(dataset: Dataset): Column | null {
  return dataset.columns.find(isYear) ?? null;
}

export function isYear(column: Column): boolean {
  if (column.kind !== 'number' || !/(^|[^a-z])(year|yr|jahr|année|año)([^a-z]|$)/i.test(column.name)) {
    return false;
  }
  return column.examples.length > 0 && column.examples.every((text) => /^[12]\d{3}(\.0)?$/.test(text));
}

/** Numbers that name things: averaging them means nothing. */
export function isIdentifier(column: Column): boolean {
  // "Order No" names orders; "No of rooms" counts rooms.
  return (
    /(^|[^a-z])(id|uuid|code|zip|postcode|phone|index|unnamed)([^a-z]|$)|(^|[^a-z])(no|nr)\.?$/i.test(
      column.name,
    ) || /[a-z]Id$/i.test(column.name)
  );
}

/** An identifier that occurs in several rows: it names visitors, customers, devices. */
export function isRecurringId(column: Column, rows: number): boolean {
  return isIdentifier(column) && column.unique > 1 && column.unique < rows;
}

/** 1, 2, 3 … down the table: the number of a row. */
export function isRowNumber(column: Column, rows: number): boolean {
  const values = column.examples.map(Number);
  const consecutive = values.every((value, at) => at === 0 || value === (values[at - 1] ?? 0) + 1);
  return column.kind === 'number' && column.unique === rows && values.length > 2 && consecutive;
}

/** The one column of money or amounts that "best" and "biggest" mean when no figure is named. */
export function findAmountColumn(dataset: Dataset): Column | null {
  const amounts = measureColumns(dataset).filter(({ name }) =>
    /(^|[^a-z])(revenue|sales|turnover|amount|total|umsatz|betrag)([^a-z]|$)/i.test(name),
  );
  return amounts.length === 1 ? (amounts[0] ?? null) : null;
}

/** Columns worth calculating with. */
export function measureColumns(dataset: Dataset): Column[] {
  return dataset.columns.filter(
    (column) => column.kind === 'number' && !isYear(column) && !isIdentifier(column),
  );
}

/** Columns worth grouping by: few values compared with the rows. */
export function categoryColumns(dataset: Dataset): Column[] {
  return dataset.columns.filter(
    (column) =>
      (column.kind === 'text' || column.kind === 'boolean') &&
      column.unique > 1 &&
      column.unique <= Math.max(2, Math.min(50, dataset.rows / 2)),
  );
}

/** True/False, 0/1 or Yes/No: its positive value as a Python literal, else null. */
export function positiveLiteral(column: Column): string | null {
  const values = column.examples.map((value) => value.toLowerCase());
  if (column.kind === 'boolean') return 'True';
  if (
    column.kind === 'number' &&
    column.unique === 2 &&
    values.every((value) => /^[01](\.0)?$/.test(value))
  ) {
    return '1';
  }
  const yes = column.examples.find((value) => /^(yes|y|true|t|ja|oui)$/i.test(value));
  return yes && column.unique <= 2 ? JSON.stringify(yes) : null;
}
