import type { Product } from '@kinmel/contracts';
import { Button, EmptyState, ErrorState, type RepeatedRequest } from '@kinmel/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { type ListErrorTexts, listErrorText } from '../../catalog-api.ts';

interface ProductListProps {
  request: RepeatedRequest & { readonly error?: unknown };
  /** Undefined before the first answer. */
  products: readonly Product[] | undefined;
  errorTexts: ListErrorTexts;
  emptyText: string;
  /** A second sentence of the empty state. */
  emptyDetail?: string;
  /** Shown before Refresh in the empty state, such as "Clear all". */
  emptyAction?: ReactNode;
  skeleton: ReactNode;
  children: (products: readonly Product[]) => ReactNode;
}

/** The four states of every list: loading, failed with Retry, empty with Refresh, loaded. */
export function ProductList({
  request,
  products,
  errorTexts,
  emptyText,
  emptyDetail,
  emptyAction,
  skeleton,
  children,
}: ProductListProps) {
  const failure = useRef<HTMLDivElement>(null);
  const retriedList = useRef<HTMLElement>(null);
  const retry = () => {
    retriedList.current = failure.current?.parentElement ?? null;
    void request.refetch();
  };
  const hasFailed = request.error !== undefined;
  // Focuses the list, because Retry is removed with the error.
  useEffect(() => {
    const list = retriedList.current;
    if (hasFailed || !list) return;
    retriedList.current = null;
    if (document.activeElement !== document.body) return;
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
  }, [hasFailed]);
  if (hasFailed) {
    return (
      <ErrorState
        ref={failure}
        text={listErrorText(request.error, errorTexts)}
        onRetry={retry}
        busy={request.isFetching}
      />
    );
  }
  if (products === undefined) return skeleton;
  if (products.length === 0) {
    return (
      <EmptyState
        aria-live="polite"
        text={emptyText}
        detail={emptyDetail}
        actions={
          <>
            {emptyAction}
            <Button look="line" size="medium" busy={request.isFetching} onClick={retry}>
              Refresh
            </Button>
          </>
        }
      />
    );
  }
  return children(products);
}
