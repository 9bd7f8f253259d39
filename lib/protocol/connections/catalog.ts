/** What is in a database, as its connection may see it. */
import { z } from 'zod';

const Column = z.object({
  name: z.string(),
  /** In the words of the database. */
  type: z.string(),
  nullable: z.boolean().nullish(),
  comment: z.string().nullish(),
});

export const CatalogTable = z.object({
  /** Null where the database has no schemas. */
  schema: z.string().nullable(),
  name: z.string(),
  /** `table`, `view`, and the like. */
  kind: z.string(),
  /** The estimate of the database; null where it has none. */
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
