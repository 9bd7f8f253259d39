/** The tables of a database that a connection can read. */
import { z } from 'zod';

const Column = z.object({
  name: z.string(),
  /** The database's own name for the type. */
  type: z.string(),
  nullable: z.boolean().nullish(),
  comment: z.string().nullish(),
});

export const CatalogTable = z.object({
  /** Null if the database has no schemas. */
  schema: z.string().nullable(),
  name: z.string(),
  /** `table`, `view`, and the like. */
  kind: z.string(),
  /** The database's estimate, or null if it has none. */
  rows: z.number().nullable(),
  comment: z.string().nullish(),
  columns: z.array(Column),
  primaryKey: z.array(z.string()).default([]),
  foreignKeys: z
    .array(
      z.object({
        columns: z.array(z.string()),
        references: z.object({
          schema: z.string().nullish(),
          table: z.string(),
          columns: z.array(z.string()),
        }),
      }),
    )
    .default([]),
});
export type CatalogTable = z.infer<typeof CatalogTable>;

export const Catalog = z.object({ tables: z.array(CatalogTable) });
export type Catalog = z.infer<typeof Catalog>;
