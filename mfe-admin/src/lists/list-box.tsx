import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import type { ReactNode } from 'react';
import classes from './list-box.module.css';

interface ListBoxProps {
  /** Parameters with invalid values (`useListState`). */
  ignored?: readonly string[] | undefined;
  children: ReactNode;
  footer?: ReactNode;
}

export function ListBox({ ignored = [], children, footer }: ListBoxProps) {
  return (
    <div className={classes.box}>
      {ignored.length > 0 ? (
        <Alert
          tone="warn"
          className={classes.alert}
        >{`This list has no such ${ignored.join(', ')}. It is shown without.`}</Alert>
      ) : null}
      {children}
      {footer}
    </div>
  );
}

interface ListRowsProps {
  /** The first answer is pending. */
  isLoading: boolean;
  /** In the words of the specification. */
  error?: string | undefined;
  onRetry: () => void;
  /** Any request is pending, including a Retry. */
  isFetching: boolean;
  isEmpty: boolean;
  emptyText: string;
  emptyDetail?: ReactNode;
  children: ReactNode;
}

/** The rows of a list, or its loading, error or empty state. */
export function ListRows(props: ListRowsProps) {
  const { isLoading, error, onRetry, isFetching, isEmpty, emptyText, emptyDetail, children } = props;
  if (error !== undefined) {
    return <ErrorState className={classes.state} text={error} onRetry={onRetry} busy={isFetching} />;
  }
  if (isLoading) {
    return (
      <Loading className={`stack gap-12 ${classes.loading}`}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} width="100%" height={48} />
        ))}
      </Loading>
    );
  }
  if (isEmpty) return <EmptyState className={classes.state} text={emptyText} detail={emptyDetail} />;
  return <div aria-busy={isFetching || undefined}>{children}</div>;
}
