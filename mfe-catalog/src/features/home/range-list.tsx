import { Button } from '@kinmel/ui';
import { useHydrated } from '@kinmel/web-kit';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { catalogApi, type ListErrorTexts, type Range } from '../../catalog-api.ts';
import { ProductGrid, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { ProductList } from '../../products/list/product-list.tsx';

/** Number of products until the list is expanded. */
const initialCount = 4;

const emptyRange = { products: [], total: 0 };

/** Whether the list was expanded in this history entry. */
const wasExpanded = (state: unknown, range: Range) =>
  typeof state === 'object' && state !== null && range in state && Reflect.get(state, range) === true;

interface RangeListProps {
  list: {
    readonly range: Range;
    readonly errorTexts: ListErrorTexts;
    readonly emptyText: string;
  };
  /** Places the list and its "View All (n)" button. */
  children: (list: ReactNode, toggle: ReactNode) => ReactNode;
}

/**
 * A list of the home page: four products until "View All (n)" is pressed, which then reads "View Less". The navigation
 * state keeps this, so that going back from a product restores the list and its scroll position.
 */
export function RangeList({ list, children }: RangeListProps) {
  const request = catalogApi.useListRangeQuery(list.range);
  const { state } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [expansionChoice, setExpansionChoice] = useState<boolean>();
  const isExpanded = expansionChoice ?? (isHydrated && wasExpanded(state, list.range));
  const toggleAll = () => {
    setExpansionChoice(!isExpanded);
    const pageState = { ...(state as object | null), [list.range]: !isExpanded };
    void navigate('/', { replace: true, state: pageState, preventScrollReset: true });
  };
  const id = useId();
  const { products, total } = (request.error === undefined ? request.data : undefined) ?? emptyRange;
  const needsFullList = isExpanded && products.length < total;
  const { isFetching, refetch } = request;
  // The HTML holds only the first products; the full list is requested when expanded.
  useEffect(() => {
    if (needsFullList && !isFetching) void refetch();
  }, [needsFullList, isFetching, refetch]);
  const toggle =
    total > initialCount ? (
      <Button look="line" size="medium" aria-expanded={isExpanded} aria-controls={id} onClick={toggleAll}>
        {isExpanded ? 'View Less' : `View All (${total})`}
      </Button>
    ) : null;
  const body = (
    <div id={id}>
      <ProductList
        request={request}
        products={request.data?.products}
        errorTexts={list.errorTexts}
        emptyText={list.emptyText}
        emptyDetail="Please check back later!"
        skeleton={<ProductGridSkeleton count={initialCount} />}
      >
        {(all) => <ProductGrid products={isExpanded ? all : all.slice(0, initialCount)} />}
      </ProductList>
    </div>
  );
  return children(body, toggle);
}
