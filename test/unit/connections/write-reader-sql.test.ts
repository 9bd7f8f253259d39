import { expect, test } from 'vitest';
import { writeReaderSql } from '../../../lib/protocol/connections/write-reader-sql.ts';

test('a reader may read the schemas that may be asked, or else those that were found', () => {
  const found = ['shop', 'odd "name"'];
  const sql = writeReaderSql('postgresql', { database: 'sales', found });
  expect(sql).toContain('GRANT CONNECT ON DATABASE "sales"');
  expect(sql).toContain('GRANT USAGE ON SCHEMA "shop"');
  expect(sql).toContain('GRANT SELECT ON ALL TABLES IN SCHEMA "odd ""name"""');
  expect(sql).not.toContain('public');
  expect(writeReaderSql('postgresql', { schemas: ['shop'], found })).not.toContain('odd');
  expect(writeReaderSql('mysql', { database: 'shop', found: ['shop', 'payroll'] })).not.toContain('payroll');
});

test('what is not known has a place that no database takes', () => {
  const sql = writeReaderSql('postgresql', {});
  expect(sql).toContain('ON DATABASE <database> TO');
  expect(sql).toContain('IN SCHEMA <schema> TO');
  expect(writeReaderSql('mysql', {})).toContain('ON <database>.* TO');
  expect(writeReaderSql('mssql', {})).toMatch(/USE <database>;[\s\S]*SCHEMA::<schema> TO/);
  expect(writeReaderSql('sqlite', {})).toBeNull();
});
