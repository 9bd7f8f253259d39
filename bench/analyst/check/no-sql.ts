/** Thrown for a query that no SQL is written for. */
export class NoSql extends Error {}
