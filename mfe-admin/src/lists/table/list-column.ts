import type { ReactNode } from 'react';

/** A column of a list. */
export interface ListColumn<Row> {
  /** Stands in the address when the list is sorted by it or it is hidden. The column `actions` stays in view at the right. */
  readonly key: string;
  /** The head of the column; a column of actions has one for readers alone. */
  readonly header: string;
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /**
   * What the column is sorted by; it cannot be sorted without this. On a list that the server pages, the value is not read.
   * A whole list is sorted again whenever this is another function.
   */
  readonly sortBy?: (row: Row) => string | number;
  readonly isHideable?: boolean;
  /** Money and actions stand at the right. */
  readonly align?: 'end';
}

/** The keys that `useListState` needs of the columns of a list. */
export const columnKeys = <Row>(columns: readonly Omit<ListColumn<Row>, 'cell'>[]) => ({
  sortable: columns.filter(({ sortBy }) => sortBy !== undefined).map(({ key }) => key),
  hideable: columns.filter(({ isHideable }) => isHideable).map(({ key }) => key),
});
