'use client';

import { useEffect, useRef, useState } from 'react';
import type { CatalogTable } from '../../../lib/protocol/connections/catalog.ts';
import { formatCount } from '../../../lib/util/format-count.ts';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { Spinner } from '../../ui/notices/spinner.tsx';
import styles from '../models/connect/connect.module.css';
import { CONNECTION_TEXTS } from './connection-texts.ts';

interface CatalogViewProps {
  /** Name of the connection. */
  name: string;
  onBack: () => void;
  /** Inserts a table's name into the question. Absent: no Insert buttons. */
  onInsert?: (name: string) => void;
}

/** More are found by searching. */
const MAX_SHOWN = 200;

/** The tables of a database as its connection sees them: each opens to its columns. */
export function CatalogView({ name, onBack, onInsert }: CatalogViewProps) {
  const [search, setSearch] = useState('');
  const [isFresh, setFresh] = useState(false);
  const catalog = useLoaded(`${name} ${isFresh}`, () =>
    callApi('readCatalog', { params: { name }, query: isFresh ? { fresh: '1' } : {} }),
  );
  const backRef = useRef<HTMLButtonElement>(null);
  useEffect(() => backRef.current?.focus(), []);
  const tables = catalog.value?.tables ?? [];
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tables.filter((table) => words.every((word) => toSearched(table).includes(word)));
  const shown = found.slice(0, MAX_SHOWN);
  const readAgain = () => (isFresh ? catalog.reload() : setFresh(true));
  return (
    <section className={styles.form} aria-label={CONNECTION_TEXTS.tablesOf(name)}>
      <div className={styles.actions}>
        <TextButton ref={backRef} onClick={onBack}>
          {CONNECTION_TEXTS.back}
        </TextButton>
        <Button look="quiet" disabled={catalog.isLoading} onClick={readAgain}>
          {CONNECTION_TEXTS.readAgain}
        </Button>
      </div>
      <p className={styles.rowLabel}>{CONNECTION_TEXTS.tablesOf(name)}</p>
      {catalog.failure && <Notice tone="danger">{catalog.failure}</Notice>}
      {catalog.value && <SearchField label={CONNECTION_TEXTS.search} value={search} onChange={setSearch} />}
      <div role="status" className={styles.hint}>
        {catalog.isLoading && (
          <>
            <Spinner /> {CONNECTION_TEXTS.reading}
          </>
        )}
        {catalog.value && !catalog.isLoading && CONNECTION_TEXTS.matches(shown.length, tables.length)}
      </div>
      <ul className={styles.list}>
        {shown.map((table) => (
          <li key={toName(table)} className={styles.table}>
            <Table
              table={table}
              {...(onInsert ? { onInsert: () => onInsert(`${name}: ${toName(table)}`) } : {})}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function toName({ schema, name }: { schema?: string | null | undefined; name: string }): string {
  return schema ? `${schema}.${name}` : name;
}

function toSearched(table: CatalogTable): string {
  const columns = table.columns.flatMap(({ name, comment }) => [name, comment ?? '']);
  return [toName(table), table.comment ?? '', ...columns].join('\n').toLowerCase();
}

function Table({ table, onInsert }: { table: CatalogTable; onInsert?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const facts = [
    table.kind === 'table' ? '' : table.kind,
    table.rows === null ? '' : CONNECTION_TEXTS.rows(formatCount(table.rows)),
  ];
  const name = toName(table);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.rowLabel}>{name}</span>
        <span className={styles.rowModels}>{facts.filter(Boolean).join(' · ')}</span>
        {table.comment && <span className={styles.tableComment}>{table.comment}</span>}
      </summary>
      {isOpen && (
        <div className={styles.columns}>
          {onInsert && <TextButton onClick={onInsert}>{CONNECTION_TEXTS.insertOf(name)}</TextButton>}
          <table aria-label={name}>
            <thead>
              <tr>
                <th scope="col">{CONNECTION_TEXTS.column}</th>
                <th scope="col">{CONNECTION_TEXTS.type}</th>
                <th scope="col">{CONNECTION_TEXTS.notes}</th>
              </tr>
            </thead>
            <tbody>
              {table.columns.map((column) => (
                <tr key={column.name}>
                  <th scope="row">{column.name}</th>
                  <td>{column.type}</td>
                  <td>{describeColumn(column, table)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function describeColumn(
  { name, nullable, comment }: CatalogTable['columns'][number],
  { primaryKey, foreignKeys }: CatalogTable,
): string {
  const isKey = primaryKey.includes(name);
  const targets = foreignKeys
    .filter(({ columns }) => columns.includes(name))
    .map(({ columns, references }) => {
      const target = references.columns[columns.indexOf(name)];
      const place = toName({ schema: references.schema, name: references.table });
      return CONNECTION_TEXTS.references(target ? `${place}.${target}` : place);
    });
  const facts = [
    isKey ? CONNECTION_TEXTS.primaryKey : '',
    nullable === false && !isKey ? CONNECTION_TEXTS.notNull : '',
    ...targets,
    comment ?? '',
  ];
  return facts.filter(Boolean).join(' · ');
}
