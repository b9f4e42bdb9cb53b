import type { StaffRight } from '@kinmel/contracts/browser';
import type { RepeatedRequest } from '@kinmel/ui';
import type { ComponentType, ReactNode } from 'react';
import type { ListFilter, ListState } from './address/list-state.rules.ts';
import type { ListAddress } from './address/use-list-state.ts';
import type { ListColumn } from './table/list-column.ts';
import type { RowSelection } from './table/use-row-selection.ts';

/** A part of a list whose service failed. */
export interface MissingPart extends RepeatedRequest {
  readonly owner: string;
  readonly part: string;
}

/** Editable rows have a version. */
export interface ListRow {
  readonly id: string;
  readonly version?: number | undefined;
  readonly createdAt?: string | undefined;
}

/** One page of a list, or a whole list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows on all pages. */
  readonly total?: number | undefined;
  readonly totalPages?: number | undefined;
  /** The cursor of the next page; null on the last. */
  readonly next?: string | null | undefined;
}

/** Options of a query that is not answered from the cache. */
export interface FreshQueryOptions {
  readonly skip: boolean;
  readonly refetchOnMountOrArgChange: true;
}

/** The result of the query hook of a list. */
export interface ListReply<Row> extends RepeatedRequest {
  readonly data?: ListPage<Row> | undefined;
  /** Undefined while `data` belongs to an earlier query. */
  readonly currentData?: ListPage<Row> | undefined;
  readonly error?: unknown;
  /** The failed parts of a list served by several services. */
  readonly missing?: readonly MissingPart[] | undefined;
}

/** The shown list, passed to its cells, cards, filters and dialogs. */
export interface ShownList<Row> extends Pick<ListAddress, 'state' | 'change' | 'addressWith'> {
  /** The rows of the page with local changes. */
  readonly rows: readonly Row[];
  readonly selection: RowSelection;
  /** The newest version of every row shown so far, because a selection spans pages. */
  readonly rowsById: ReadonlyMap<string, Row>;
  readonly refresh: () => void;
  readonly open: (row: Row) => void;
  /** Opens a dialog for a row; `choice` is the value chosen in the row. */
  readonly openDialog: (dialog: string, row: Row, choice?: string) => void;
  /** Updates rows without a request, so that no row moves. */
  readonly put: (...rows: readonly Row[]) => void;
  readonly remove: (id: string) => void;
  /** Whether the signed-in user has the right; a control without it is not shown. */
  readonly may: (right: StaffRight) => boolean;
}

export interface FilterProps {
  readonly value: string;
  readonly onChange: (value: string, options?: { replace?: boolean }) => void;
  readonly list: Pick<ShownList<never>, 'state' | 'change'> & { readonly rows: readonly unknown[] };
}

export interface FilterDeclaration {
  readonly values: ListFilter;
  readonly render?: (props: FilterProps) => ReactNode;
  /** Placed after the buttons of the toolbar. */
  readonly isLast?: boolean;
}

export interface RecordDialogProps<Row> {
  readonly row: Row;
  readonly choice?: string | undefined;
  readonly list: ShownList<Row>;
  readonly onClose: () => void;
}

/** A column whose cells have access to the list. */
export interface RecordColumn<Row> extends Omit<ListColumn<Row>, 'cell'> {
  readonly cell: (row: Row, list: ShownList<Row>) => ReactNode;
}

/** A list of the back office, rendered by `recordList`. */
export interface ListDeclaration<Row extends ListRow> {
  /** Key of the named views. */
  readonly name: string;
  /** Accessible name of the table; the title by default. */
  readonly label?: string;
  /** A list without a title has only the heading of its tab. */
  readonly title?: string;
  readonly titleActions?: (list: ShownList<Row>) => ReactNode;
  readonly Stats?: ComponentType<{ list: ShownList<Row> }>;
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly RecordColumn<Row>[];
  /** A row of the phone layout; by default its cells with the headers of their columns. */
  readonly card?: (row: Row, list: ShownList<Row>) => ReactNode;
  readonly search?: { readonly label: string; readonly placeholder: string };
  readonly filters?: Readonly<Record<string, FilterDeclaration>>;
  /** A filter whose values are tabs above the list. */
  readonly tabs?: {
    readonly filter: string;
    readonly values: readonly string[];
    readonly label: (value: string, rows: readonly Row[]) => ReactNode;
  };
  /** Format of the cursor, for a list without page numbers. */
  readonly cursorPattern?: RegExp;
  readonly useRows: (state: ListState) => ListReply<Row>;
  readonly pageSize?: number;
  /** Set when the endpoint returns the whole list, which is then searched, filtered, sorted and paged here. */
  readonly matches?: (row: Row, state: ListState) => boolean;
  readonly failed: string | ((error: unknown) => string);
  readonly empty:
    | string
    | ((list: ShownList<Row>) => { readonly text: string; readonly detail?: string | undefined });
  /** Text after the failed parts of a list of several services. */
  readonly partialText?: string;
  /** "request" of "12 requests" in the toolbar. */
  readonly noun?: string;
  readonly canRefresh?: boolean;
  /** `columns` are the CSV columns of each table column. */
  readonly csv?: {
    readonly right: StaffRight;
    readonly address: string;
    readonly fileName: string;
    readonly params: (state: ListState) => Readonly<Record<string, string | number | undefined>>;
    readonly columns: Readonly<Record<string, readonly string[]>>;
  };
  readonly tools?: (list: ShownList<Row>) => ReactNode;
  readonly newRecords?: {
    readonly address: string;
    readonly params: (state: ListState) => Readonly<Record<string, string | number | undefined>>;
    /** Whether the page contains the newest record. */
    readonly isNewestShown: (state: ListState) => boolean;
  };
  readonly bulk?: { readonly right: StaffRight; readonly Bar: ComponentType<{ list: ShownList<Row> }> };
  /** Key of the dialogs' drafts; a dialog with a draft is opened again (decision 98). */
  readonly kind?: string;
  /** Finds a record by id, also when it is not on the page; `rows` is undefined while loading. */
  readonly useRecord?: (
    id: string | undefined,
    rows: readonly Row[] | undefined,
  ) => { readonly row: Row | undefined; readonly problem?: string | undefined };
  readonly Details?: ComponentType<RecordDialogProps<Row>>;
  readonly dialogs?: Readonly<Record<string, ComponentType<RecordDialogProps<Row>>>>;
  /** Replaces toolbar and table, for example by a calendar. */
  readonly renderInstead?: (list: ShownList<Row>, newRecords: ReactNode) => ReactNode;
}
