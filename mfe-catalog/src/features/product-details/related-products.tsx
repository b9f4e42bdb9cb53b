import type { Product } from '@kinmel/contracts';
import { Section } from '@kinmel/ui';
import { requestAddress, useInViewOnce } from '@kinmel/web-kit';
import { useRef } from 'react';
import { useListCatalogProductsQuery } from '../../catalog-api.ts';
import { ProductGrid, ProductGridPlace, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { fixedProducts, relatedProducts } from './related-products.rules.ts';

const fixedAddress = requestAddress({
  url: '/api/products',
  params: { search: fixedProducts[0]?.name, category: 'premiumsmartphones', limit: 20 },
});
const categoryAddress = (category: Product['category']) =>
  requestAddress({ url: '/api/products', params: { category, limit: 6 } });

/** How near the row is when it is asked for, in pixels: it is there when a thumb's push has brought it into the window. */
const marginPx = 600;
const shown = 4;

/**
 * The row under a product. It stands below the fold, so that it waits with its requests and its cards until it comes near, and it
 * never fails: two of its cards are fixed.
 */
export function RelatedProducts({ product }: { product: Product }) {
  const anchor = useRef<HTMLElement>(null);
  const isNear = useInViewOnce(anchor, marginPx);
  const skip = !isNear;
  const catalogue = useListCatalogProductsQuery(fixedAddress, { skip });
  const category = useListCatalogProductsQuery(categoryAddress(product.category), { skip });
  const isWaiting = [catalogue, category].some(
    ({ data, error }) => data === undefined && error === undefined,
  );
  return (
    <Section ref={anchor} title="Related products">
      {!isNear && <ProductGridPlace count={shown} />}
      {isNear && isWaiting && <ProductGridSkeleton count={shown} />}
      {isNear && !isWaiting && (
        <ProductGrid
          products={relatedProducts(product, catalogue.data?.products ?? [], category.data?.products ?? [])}
        />
      )}
    </Section>
  );
}
