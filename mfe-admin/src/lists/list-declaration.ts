import type { ComponentType, ReactNode } from 'react';
import type { ListFilter, ListState } from './address/list-state.rules.ts';
import type { ListAddress } from './address/use-list-state.ts';
import type { ListColumn } from './table/list-column.ts';
import type { RowSelection } from './table/use-row-selection.ts';

/** An owner that did not answer its part of a list, and what that part is called. */
export interface MissingPart {
  readonly owner: string;
  readonly part: string;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** What every row of a list has; a list whose rows change has versions. */
export interface ListRow {
  readonly id: string;
  readonly version?: number | undefined;
  readonly createdAt?: string | undefined;
}

/** One page of a list as its endpoint answered it, or a whole list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows on all pages. */
  readonly total?: number | undefined;
  readonly totalPages?: number | undefined;
  /** The cursor of the next page; null on the last. */
  readonly next?: string | null | undefined;
}

/** The request of a list, as query hooks give it. */
export interface ListReply<Row> {
  readonly data?: ListPage<Row> | undefined;
  /** Undefined while `data` is the answer to an earlier query. */
  readonly currentData?: ListPage<Row> | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** Of a list that several services answer: the parts that failed. */
  readonly missing?: readonly MissingPart[] | undefined;
}

/** A list as it is shown: what its cells, cards, filters and dialogs work with. */
export interface ShownList<Row> extends Pick<ListAddress, 'state' | 'change' | 'addressWith'> {
  /** The rows of the page, with the changes that were made here since. */
  readonly rows: readonly Row[];
  readonly selection: RowSelection;
  /** Every row that was shown, in its newest version: a selection goes over pages. */
  readonly known: ReadonlyMap<string, Row>;
  readonly refresh: () => void;
  /** Opens the details of a row, by the address. */
  readonly open: (row: Row) => void;
  /** Opens one of the dialogs for a row; `wanted` is what was chosen in the row. */
  readonly ask: (what: string, row: Row, wanted?: string) => void;
  /** Shows rows as they are now, without another request that could move them. */
  readonly put: (...rows: readonly Row[]) => void;
  readonly remove: (id: string) => void;
}

export interface FilterPlace {
  readonly value: string;
  readonly onChange: (value: string, how?: { replace?: boolean }) => void;
  readonly list: Pick<ShownList<never>, 'state' | 'change'> & { readonly rows: readonly unknown[] };
}

/** A filter of a list: its values in the address and its control. */
export interface FilterDeclaration {
  readonly values: ListFilter;
  readonly draw?: (place: FilterPlace) => ReactNode;
  /** Stands after the buttons of the toolbar. */
  readonly isLast?: boolean;
}

export interface RecordDialogProps<Row> {
  readonly row: Row;
  readonly wanted?: string | undefined;
  readonly list: ShownList<Row>;
  readonly onClose: () => void;
}

/** A column whose cells may act on the list. */
export interface RecordColumn<Row> extends Omit<ListColumn<Row>, 'cell'> {
  readonly cell: (row: Row, list: ShownList<Row>) => ReactNode;
}

/** A list of the back office; `recordList` draws it. */
export interface ListDeclaration<Row extends ListRow> {
  /** Names the list among those of which a person keeps views. */
  readonly name: string;
  /** Names the table for readers. */
  readonly label: string;
  /** The heading; a list without one stands under that of its tab. */
  readonly title?: string;
  readonly titleActions?: (list: ShownList<Row>) => ReactNode;
  /** Figures above the list. */
  readonly Stats?: ComponentType<{ list: ShownList<Row> }>;
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly RecordColumn<Row>[];
  /** A row up to 768 px. */
  readonly card: (row: Row, list: ShownList<Row>) => ReactNode;
  readonly search?: { readonly label: string; readonly placeholder: string };
  readonly filters?: Readonly<Record<string, FilterDeclaration>>;
  /** A filter whose values stand as tabs above the list. */
  readonly tabs?: {
    readonly filter: string;
    readonly label: (value: string, rows: readonly Row[]) => ReactNode;
  };
  /** What a cursor looks like, of a list whose pages have no numbers. */
  readonly place?: RegExp;
  readonly useRows: (state: ListState) => ListReply<Row>;
  readonly pageSize?: number;
  /** Of a list that is answered whole and searched, filtered, sorted and paged here. */
  readonly matches?: (row: Row, state: ListState) => boolean;
  readonly failed: string | ((error: unknown) => string);
  readonly empty:
    | string
    | ((list: ShownList<Row>) => { readonly text: string; readonly detail?: string | undefined });
  /** What is said below parts that failed, of a list of several services. */
  readonly rest?: string;
  /** "request" of "12 requests" in the toolbar. */
  readonly noun?: string;
  readonly canRefresh?: boolean;
  /** `columns` are the names in the file for each column of the table. */
  readonly csv?: {
    readonly address: string;
    readonly fileName: string;
    readonly params: (state: ListState) => Readonly<Record<string, string | number | undefined>>;
    readonly columns: Readonly<Record<string, readonly string[]>>;
  };
  readonly tools?: (list: ShownList<Row>) => ReactNode;
  readonly newRecords?: {
    readonly address: string;
    readonly params: (state: ListState) => Readonly<Record<string, string | number | undefined>>;
    /** Whether the newest record of the list is among the rows. */
    readonly isNewestShown: (state: ListState) => boolean;
  };
  readonly Bulk?: ComponentType<{ list: ShownList<Row> }>;
  /** The kind under which dialogs keep drafts; such a dialog is opened again (decision 30). */
  readonly kind?: string;
  /** The record with this id, also when it is not on the page; `rows` is undefined while they are loading. */
  readonly useRecord?: (
    id: string | undefined,
    rows: readonly Row[] | undefined,
  ) => { readonly row: Row | undefined; readonly problem?: string | undefined };
  readonly Details?: ComponentType<RecordDialogProps<Row>>;
  readonly dialogs?: Readonly<Record<string, ComponentType<RecordDialogProps<Row>>>>;
  /** What stands in the place of toolbar and table, such as a calendar. */
  readonly instead?: (list: ShownList<Row>, newRecords: ReactNode) => ReactNode;
}
