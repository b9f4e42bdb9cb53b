import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import type { ReactNode } from 'react';
import classes from './list-box.module.css';

interface ListBoxProps {
  /** Parameters of the address that the list does not have (`useListState`). */
  ignored?: readonly string[] | undefined;
  children: ReactNode;
  /** The pages of the list. */
  footer?: ReactNode;
}

/** The white box of one table. */
export function ListBox({ ignored = [], children, footer }: ListBoxProps) {
  return (
    <div className={classes.box}>
      {ignored.length > 0 ? (
        <Alert tone="warn" className={classes.alert}>
          This list has no such {ignored.join(', ')}. It is shown without.
        </Alert>
      ) : null}
      {children}
      {footer}
    </div>
  );
}

interface ListRowsProps {
  /** Nothing has been answered yet. */
  isLoading: boolean;
  /** Why there are no rows, in the words of the specification. */
  error?: string | undefined;
  onRetry: () => void;
  /** A request is under way, also a Retry. */
  isFetching: boolean;
  isEmpty: boolean;
  emptyText: string;
  emptyDetail?: ReactNode;
  children: ReactNode;
}

/** What stands in the place of a list's rows: that they are on their way, why there are none, or the rows. */
export function ListRows(props: ListRowsProps) {
  const { isLoading, error, onRetry, isFetching, isEmpty, emptyText, emptyDetail, children } = props;
  if (error !== undefined) {
    return <ErrorState className={classes.state} text={error} onRetry={onRetry} busy={isFetching} />;
  }
  if (isLoading) {
    return (
      <Loading className={classes.loading}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} width="100%" height={48} />
        ))}
      </Loading>
    );
  }
  if (isEmpty) return <EmptyState className={classes.state} text={emptyText} detail={emptyDetail} />;
  return <div aria-busy={isFetching || undefined}>{children}</div>;
}
