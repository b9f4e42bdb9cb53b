import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  /** Used in the address for sort and hidden columns. The column `actions` is sticky. */
  readonly key: string;
  readonly header: string;
  readonly isHeaderHidden?: boolean;
  /** The column with the state of the row, which is first in its card. */
  readonly isState?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /**
   * Makes the column sortable. Not called for a list that the server pages. Another function sorts a whole list again.
   */
  readonly sortBy?: (row: Row) => string | number;
  readonly isHideable?: boolean;
  readonly align?: 'end';
}

export const columnKeys = <Row>(columns: readonly Omit<ListColumn<Row>, 'cell'>[]) => ({
  sortable: columns.filter(({ sortBy }) => sortBy !== undefined).map(({ key }) => key),
  hideable: columns.filter(({ isHideable }) => isHideable).map(({ key }) => key),
});

/** A column of a list or table. */
export const column = <Row, Rest extends readonly unknown[]>(
  key: string,
  header: string,
  cell: (row: Row, ...rest: Rest) => ReactNode,
  options?: Omit<ListColumn<Row>, 'key' | 'header' | 'cell'>,
) => ({ ...options, key, header, cell });

/** The steps of a row, at its end. */
export const actionsColumn = <Row, Rest extends readonly unknown[]>(
  cell: (row: Row, ...rest: Rest) => ReactNode,
) => column('actions', 'Actions', cell, { isHeaderHidden: true, align: 'end' });
