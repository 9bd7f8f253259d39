/** What a model is shown of a database, and how code finds tables in it. */
import { expect, test } from 'vitest';
import { describeCatalog } from '../../../lib/connections/describe-catalog.ts';
import { findTable, searchTables } from '../../../lib/connections/find-table.ts';
import type { CatalogTable } from '../../../lib/protocol/connections/catalog.ts';

const table = (name: string, more: Partial<CatalogTable> = {}): CatalogTable => ({
  schema: 'shop',
  name,
  kind: 'table',
  rows: 1_240_000.4,
  comment: null,
  columns: [
    { name: 'id', type: 'bigint', nullable: false },
    { name: 'amount', type: 'numeric(12,2)', comment: 'Euro,\nwithout\u200b tax' },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
  ...more,
});
const orders = table('orders', {
  comment: 'One row an order',
  foreignKeys: [{ columns: ['id'], references: { schema: 'crm', table: 'people', columns: ['no'] } }],
});

test('the less room there is, the less is said of each table, and what is left out is named', () => {
  const view = table('totals', { kind: 'view', rows: null });
  const describe = (length: number) => describeCatalog('sales', { tables: [orders, view] }, length);
  const long =
    '- shop.orders (≈1,240,000 rows) “One row an order”: id bigint key, amount numeric(12,2) “Euro, without tax”; id → crm.people(no)';
  expect(describe(1_000)).toBe(
    `${long}\n- shop.totals (view): id bigint key, amount numeric(12,2) “Euro, without tax”`,
  );
  expect(describe(200)).toContain('id bigint key, amount numeric(12,2); id →');
  expect(describe(125)).toBe(
    '- shop.orders (≈1,240,000 rows): id key, amount; id → crm.people(no)\n- shop.totals (view): id key, amount',
  );
  expect(describe(60)).toBe('- shop.orders (≈1,240,000 rows)\n- shop.totals (view)');
  const many = Array.from({ length: 5_000 }, (_, index) => table(`t${index}`));
  const shown = describeCatalog('sales', { tables: many }, 2_000);
  expect(shown.length).toBeLessThanOrEqual(2_000);
  expect(shown).toMatch(/and 4,9\d\d more tables: search them with sales\.tables\("word"\)\.$/);
  expect(describeCatalog('sales', { tables: [] }, 100)).toBe(
    'It has no tables that this connection may read.',
  );
});

test('tables are found by name, with or without a schema, and by words', () => {
  const catalog = { tables: [orders, table('orders', { schema: 'old' }), table('Items', { schema: null })] };
  expect(findTable(catalog, '"shop"."orders"')).toBe(orders);
  expect(findTable(catalog, 'items').name).toBe('Items');
  expect(() => findTable(catalog, 'orders')).toThrow('several tables “orders”: shop.orders, old.orders');
  expect(() => findTable(catalog, 'order')).toThrow(
    'There is no table “order”. There are: shop.orders, old.orders.',
  );
  expect(searchTables(catalog, 'ROW shop').map(({ name }) => name)).toEqual(['orders']);
  expect(searchTables(catalog, '')).toHaveLength(3);
});
