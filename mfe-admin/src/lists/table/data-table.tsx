import { Checkbox, useIsNarrow, VisuallyHidden } from '@kinmel/ui';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useMemo } from 'react';
import type { ListSort } from '../address/list-state.rules.ts';
import classes from './data-table.module.css';
import type { ListColumn } from './list-column.ts';
import { sortRows } from './sort-rows.rules.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { maxSelected, type RowSelection } from './use-row-selection.ts';

/** The most rows in the document. */
export const maxRows = 60;

export interface DataTableProps<Row extends object> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Accessible name of the row's checkbox. */
  rowName: (row: Row) => string;
  sort?: ListSort | undefined;
  onSort?: ((sort: ListSort | undefined) => void) | undefined;
  hidden?: readonly string[] | undefined;
  /**
   * Set when `rows` is the whole list, which is sorted and paged here; otherwise `rows` is one page in the server's
   * order.
   */
  clientPaging?: { readonly page: number; readonly pageSize?: number } | undefined;
  selection?: RowSelection | undefined;
  /** A row of the phone layout. */
  card: (row: Row) => ReactNode;
}

const noHiddenColumns: readonly string[] = [];

/** Ascending, descending, unsorted. */
function nextSort(column: string, sort: ListSort | undefined): ListSort | undefined {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : undefined;
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: ListColumn<Row>;
  sort: ListSort | undefined;
  onSort: DataTableProps<object>['onSort'];
}) {
  const { key, header, isHeaderHidden, sortBy } = column;
  if (isHeaderHidden) return <VisuallyHidden>{header}</VisuallyHidden>;
  if (!sortBy || !onSort) return header;
  const direction = sort?.column === key ? sort.direction : undefined;
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(nextSort(key, sort))}>
      <span>{header}</span>
      {direction === 'asc' ? <ArrowUp size={16} /> : null}
      {direction === 'desc' ? <ArrowDown size={16} /> : null}
    </button>
  );
}

function useShownRows<Row extends object>({ columns, rows, sort, clientPaging }: DataTableProps<Row>) {
  const isPagedHere = clientPaging !== undefined;
  const { column: sortColumn, direction } = sort ?? {};
  const sortBy = columns.find(({ key }) => key === sortColumn)?.sortBy;
  const sorted = useMemo(
    () => (isPagedHere && sortBy && direction ? sortRows(rows, sortBy, direction) : rows),
    [rows, isPagedHere, sortBy, direction],
  );
  const pageSize = Math.min(clientPaging?.pageSize ?? maxRows, maxRows);
  const from = ((clientPaging?.page ?? 1) - 1) * pageSize;
  return useMemo(() => sorted.slice(from, from + pageSize), [sorted, from, pageSize]);
}

/**
 * The table of every list, with sorting, hidden columns, selection and keyboard navigation; in the phone layout its rows are
 * cards.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rowId, rowName, sort, onSort, hidden = noHiddenColumns, selection, card } = props;
  const isNarrow = useIsNarrow();
  const keys = useCellKeys();
  const shownRows = useShownRows(props).map((row) => ({ id: rowId(row), row }));
  const visibleColumns = columns.filter(({ key }) => !hidden.includes(key));

  const isLimitReached = (selection?.ids.size ?? 0) >= maxSelected;
  const isEverySelected = shownRows.length > 0 && shownRows.every(({ id }) => selection?.ids.has(id));
  const tick = (row: Row, id: string) =>
    selection ? (
      <Checkbox
        label={null}
        className={classes.tick}
        aria-label={`Select ${rowName(row)}`}
        checked={selection.ids.has(id)}
        disabled={isLimitReached && !selection.ids.has(id)}
        onChange={({ target }) => selection.toggle(id, target.checked)}
      />
    ) : null;

  if (isNarrow) {
    return (
      <ul aria-label={label}>
        {shownRows.map(({ id, row }) => (
          <li key={id} className={`line ${classes.row}`}>
            {tick(row, id)}
            <div className="grow anywhere">{card(row)}</div>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <section aria-label={label} className={classes.region} tabIndex={-1}>
      {/* A table whose cells take the focus is a grid. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table {...keys} role="grid" aria-label={label} className={`type-small figures ${classes.table}`}>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className={classes.tickCell}>
                <Checkbox
                  label={null}
                  className={classes.tick}
                  aria-label="Select all rows of this page"
                  checked={isEverySelected}
                  onChange={({ target }) => {
                    for (const { id } of shownRows) selection.toggle(id, target.checked);
                  }}
                />
              </th>
            ) : null}
            {visibleColumns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-column={column.key}
                data-align={column.align}
                aria-sort={
                  sort?.column === column.key
                    ? sort.direction === 'asc'
                      ? 'ascending'
                      : 'descending'
                    : undefined
                }
              >
                <Head column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows.map(({ id, row }) => (
            <tr key={id} data-selected={selection?.ids.has(id) || undefined}>
              {selection ? <td className={classes.tickCell}>{tick(row, id)}</td> : null}
              {visibleColumns.map((column) => (
                <td key={column.key} data-column={column.key} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
