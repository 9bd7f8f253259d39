import type { TablePage } from '../../../lib/protocol/table-page.ts';
import { SortIcon } from '../../ui/icons.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import styles from './table-view.module.css';
import { TABLE_VIEW_TEXTS } from './table-view-texts.ts';

export interface Sorting {
  /** Position of the column in the whole table. */
  readonly column: number;
  readonly order: 'ascending' | 'descending';
}

interface TableViewProps {
  label: string;
  page: TablePage;
  /** Null: original order. */
  sorting?: Sorting | null;
  /** Present when the rows can be sorted by a column. */
  onSort?: (sorting: Sorting | null) => void;
  isLoading?: boolean;
}

/** A piece of a table, under headings that stay in view. */
export function TableView({ label, page, sorting = null, onSort, isLoading = false }: TableViewProps) {
  const hasLabels = page.index.length > 0;
  return (
    <ScrollBox className={styles.scroller} label={label} isFollowing={false}>
      <table className={styles.table} aria-rowcount={page.rowCount ?? -1} aria-busy={isLoading}>
        <thead>
          <tr>
            {hasLabels && (
              <th scope="col" className={styles.corner}>
                <span className="visually-hidden">Index</span>
              </th>
            )}
            {page.columns.map(({ name, type, isNumeric }, index) => {
              const column = page.columnOffset + index;
              const order = sorting?.column === column ? sorting.order : null;
              return (
                <th
                  key={column}
                  scope="col"
                  data-numeric={isNumeric}
                  {...(onSort ? { 'aria-sort': order ?? 'none' } : {})}
                >
                  {onSort ? (
                    <button
                      type="button"
                      className={styles.sort}
                      title={TABLE_VIEW_TEXTS.sortBy(name)}
                      onClick={() => onSort(toNextSorting(column, order))}
                    >
                      <Heading name={name} type={type} />
                      <span className={styles.arrow} data-order={order ?? 'none'}>
                        <SortIcon size={12} />
                      </span>
                    </button>
                  ) : (
                    <Heading name={name} type={type} />
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row, index) => {
            const place = page.rowOffset + index;
            return (
              <tr key={place}>
                {hasLabels && (
                  <th scope="row" className={styles.label}>
                    {row.labels.join(', ')}
                  </th>
                )}
                {row.values.map((value, at) => {
                  const column = page.columnOffset + at;
                  return (
                    <td key={column} data-numeric={page.columns[at]?.isNumeric}>
                      {value ?? <span className={styles.missing}>missing</span>}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Heading({ name, type }: { name: string; type: string }) {
  return (
    <span className={styles.heading}>
      <span className={styles.name}>{name || TABLE_VIEW_TEXTS.unnamed}</span>
      {type && <span className={styles.type}>{type}</span>}
    </span>
  );
}

/** Ascending, descending, original order. */
function toNextSorting(column: number, order: Sorting['order'] | null): Sorting | null {
  if (order === 'descending') return null;
  return { column, order: order === null ? 'ascending' : 'descending' };
}
