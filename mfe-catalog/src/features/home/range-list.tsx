import { Button } from '@kinmel/ui';
import { type ReactNode, useId, useState } from 'react';
import { type Range, useListRangeQuery } from '../../catalog-api.ts';
import { ProductGrid, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { ProductList } from '../../products/list/product-list.tsx';

/** How many products a list of the home page shows until it is expanded (LIST-05, LIST-06, LIST-15, decision CONF-38). */
const shownAtFirst = 4;

interface RangeListProps {
  list: {
    readonly range: Range;
    readonly errorTexts: { readonly failed: string; readonly unreadable: string };
    readonly emptyText: string;
    readonly emptyDetail: string;
  };
  /** Puts the list and its "View All (n)" button where the page wants them. */
  children: (list: ReactNode, toggle: ReactNode) => ReactNode;
}

/** A list of the home page: four products until "View All (n)" is pressed, which then reads "View Less" (LIST-07). */
export function RangeList({ list, children }: RangeListProps) {
  const request = useListRangeQuery(list.range);
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  const products = request.error === undefined ? (request.data ?? []) : [];
  const toggle =
    products.length > shownAtFirst ? (
      <Button
        look="line"
        size="medium"
        aria-expanded={isExpanded}
        aria-controls={id}
        onClick={() => setExpanded(!isExpanded)}
      >
        {isExpanded ? 'View Less' : `View All (${products.length})`}
      </Button>
    ) : null;
  const body = (
    <div id={id}>
      <ProductList
        request={request}
        products={request.data}
        errorTexts={list.errorTexts}
        emptyText={list.emptyText}
        emptyDetail={list.emptyDetail}
        skeleton={<ProductGridSkeleton count={shownAtFirst} />}
      >
        {(all) => <ProductGrid products={isExpanded ? all : all.slice(0, shownAtFirst)} />}
      </ProductList>
    </div>
  );
  return children(body, toggle);
}
