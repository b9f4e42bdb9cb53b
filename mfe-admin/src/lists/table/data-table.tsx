import { Checkbox, VisuallyHidden } from '@kinmel/ui';
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useMemo } from 'react';
import type { ListSort } from '../address/list-state.rules.ts';
import classes from './data-table.module.css';
import type { ListColumn } from './list-column.ts';
import { RowCards } from './row-cards.tsx';
import { sortRows } from './sort-rows.rules.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { mostSelected, type RowSelection } from './use-row-selection.ts';

/** The most rows that a list has in the document, however many it holds. */
export const mostRows = 60;

const features = tableFeatures({ columnVisibilityFeature });

export interface DataTableProps<Row extends object> {
  /** Names the table for readers. */
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Names a row for readers, at its tick box. */
  rowName: (row: Row) => string;
  sort?: ListSort | undefined;
  onSort?: ((sort: ListSort | undefined) => void) | undefined;
  hidden?: readonly string[] | undefined;
  /**
   * Given when `rows` are the whole list, which is then sorted and paged here; without it they are one page as the server
   * has sorted it.
   */
  whole?: { readonly page: number; readonly pageSize?: number } | undefined;
  selection?: RowSelection | undefined;
  /** A row as a card, up to 768 px. It opens the row's details. */
  card: (row: Row) => ReactNode;
}

const noneHidden: readonly string[] = [];

/** The sort after a press on the head of a column: up, down, as it was. */
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
      {header}
      {direction === 'asc' ? <ArrowUp aria-hidden="true" /> : null}
      {direction === 'desc' ? <ArrowDown aria-hidden="true" /> : null}
    </button>
  );
}

/**
 * The rows of the page that is shown. A whole list is sorted and cut before the table library has it: the library makes an object
 * of each row and asks that for each value that it compares, which for ten thousand rows takes longer than all else.
 */
function useShownRows<Row extends object>({ columns, rows, sort, whole }: DataTableProps<Row>) {
  const isWhole = whole !== undefined;
  const { column: wanted, direction } = sort ?? {};
  const sortBy = columns.find(({ key }) => key === wanted)?.sortBy;
  const sorted = useMemo(
    () => (isWhole && sortBy && direction ? sortRows(rows, sortBy, direction) : rows),
    [rows, isWhole, sortBy, direction],
  );
  const pageSize = Math.min(whole?.pageSize ?? mostRows, mostRows);
  const from = ((whole?.page ?? 1) - 1) * pageSize;
  return useMemo(() => sorted.slice(from, from + pageSize), [sorted, from, pageSize]);
}

/**
 * The table of every list of the back office: sorting, hidden columns, selection, keys from cell to cell; up to 768 px its rows
 * are cards. State stays with the list, in the address (`useListState`).
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rowId, rowName, sort, onSort, hidden = noneHidden, selection, card } = props;
  const isNarrow = useIsNarrow();
  const keys = useCellKeys();
  const definitions = useMemo(() => columns.map(({ key }) => ({ id: key })), [columns]);
  const data = useShownRows(props);
  const state = useMemo(
    () => ({ columnVisibility: Object.fromEntries(hidden.map((key) => [key, false])) }),
    [hidden],
  );
  const table = useTable({ features, columns: definitions, data, getRowId: rowId, state });
  const shown = table.getRowModel().rows;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => byKey.get(id) ?? []);

  const isFull = (selection?.ids.size ?? 0) >= mostSelected;
  const isEverySelected = shown.length > 0 && shown.every(({ id }) => selection?.ids.has(id));
  const tick = (row: Row, id: string) =>
    selection ? (
      <Checkbox
        label={null}
        className={classes.tick}
        aria-label={`Select ${rowName(row)}`}
        checked={selection.ids.has(id)}
        disabled={isFull && !selection.ids.has(id)}
        onChange={({ target }) => selection.toggle(id, target.checked)}
      />
    ) : null;

  if (isNarrow) {
    return (
      <RowCards
        label={label}
        rows={shown.map(({ id, original }) => ({ id, tick: tick(original, id), card: card(original) }))}
      />
    );
  }
  return (
    <section aria-label={label} className={classes.region} tabIndex={-1}>
      {/* A table whose cells take the focus is a grid. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table {...keys} role="grid" aria-label={label} className={classes.table}>
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
                    for (const { id } of shown) selection.toggle(id, target.checked);
                  }}
                />
              </th>
            ) : null}
            {visible.map((column) => (
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
          {shown.map(({ id, original }) => (
            <tr key={id} data-selected={selection?.ids.has(id) || undefined}>
              {selection ? <td className={classes.tickCell}>{tick(original, id)}</td> : null}
              {visible.map((column) => (
                <td key={column.key} data-column={column.key} data-align={column.align}>
                  {column.cell(original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
