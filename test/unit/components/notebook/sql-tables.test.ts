import { expect, test } from 'vitest';
import {
  listStatementColumns,
  toCatalogTables,
  toFrameTables,
} from '../../../../components/notebook/editor/sql-tables.ts';
import { Catalog } from '../../../../lib/protocol/connections/catalog.ts';

function makeCatalog(...tables: [schema: string | null, name: string][]): Catalog {
  const columns = [
    { name: 'id', type: 'int' },
    { name: 'amount', type: 'int' },
  ];
  return Catalog.parse({
    tables: tables.map(([schema, name]) => ({ schema, name, kind: 'table', rows: null, columns })),
  });
}

test('the only schema of a database is a prefix unless its kind needs none', () => {
  const shop = makeCatalog(['shop', 'orders']);
  expect(toCatalogTables(shop, { kind: 'postgresql' })).toMatchObject({
    schema: { shop: { orders: ['id', 'amount'] } },
    prefixed: [['shop', 'orders']],
  });
  expect(toCatalogTables(shop, { kind: 'postgresql', schemas: ['shop'] }).prefixed).toEqual([]);
  const bare = { schema: { orders: ['id', 'amount'] }, prefixed: [] };
  expect(toCatalogTables(shop, { kind: 'mysql', database: 'shop' })).toMatchObject(bare);
  expect(toCatalogTables(makeCatalog(['public', 'orders']), { kind: 'postgresql' })).toMatchObject(bare);
  expect(toCatalogTables(makeCatalog(['main', 'orders']), { kind: 'duckdb' })).toMatchObject(bare);
  expect(toCatalogTables(makeCatalog([null, 'orders']), { kind: 'sqlite' })).toMatchObject(bare);
});

test('of several schemas, the usual one needs no prefix, and no other takes its place', () => {
  const both = makeCatalog(['shop', 'orders'], ['public', 'people']);
  const tables = toCatalogTables(both, { kind: 'postgresql' });
  expect(tables.defaultSchema).toBe('public');
  expect(tables.prefixed).toEqual([['shop', 'orders']]);
  const others = toCatalogTables(makeCatalog(['a', 'x'], ['b', 'y']), { kind: 'postgresql' });
  expect(others.defaultSchema).toBeUndefined();
});

test('the columns of a statement are those of the tables that it reads', () => {
  const tables = toCatalogTables(makeCatalog(['shop', 'orders']), { kind: 'postgresql' });
  expect(listStatementColumns('select am from Shop."orders" o', tables)).toEqual(['id', 'amount']);
  expect(listStatementColumns('select am from orders', tables)).toEqual([]);
  const frames = toFrameTables([
    { name: 'orders', type: 'DataFrame', columns: 'int64: id; str: city' },
    { name: 'people', type: 'DataFrame', columns: 'int64: id' },
  ]);
  expect(listStatementColumns('select c from people, orders', frames)).toEqual(['id', 'city']);
});
