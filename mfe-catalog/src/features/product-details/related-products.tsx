import type { Product } from '@kinmel/contracts';
import { Section } from '@kinmel/ui';
import { requestAddress, useInViewOnce } from '@kinmel/web-kit';
import { useRef } from 'react';
import { catalogApi } from '../../catalog-api.ts';
import { ProductGrid, ProductGridPlace, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { fixedProducts, relatedProducts } from './related-products.rules.ts';

const fixedAddress = requestAddress({
  url: '/api/products',
  params: { search: fixedProducts[0]?.name, category: 'premiumsmartphones', limit: 20 },
});
const categoryAddress = (category: Product['category']) =>
  requestAddress({ url: '/api/products', params: { category, limit: 6 } });

/** Distance from the viewport at which the row is loaded, in pixels: enough to load before a fast scroll reaches it. */
const marginPx = 600;
const cardCount = 4;

/**
 * The row below a product. It is below the fold, so requests and cards wait until it comes near the viewport. It never
 * fails: two of its cards are fixed.
 */
export function RelatedProducts({ product }: { product: Product }) {
  const anchor = useRef<HTMLElement>(null);
  const isNear = useInViewOnce(anchor, marginPx);
  const skip = !isNear;
  const catalogue = catalogApi.useListCatalogProductsQuery(fixedAddress, { skip });
  const category = catalogApi.useListCatalogProductsQuery(categoryAddress(product.category), { skip });
  const isWaiting = [catalogue, category].some(
    ({ data, error }) => data === undefined && error === undefined,
  );
  return (
    <Section ref={anchor} title="Related products">
      {!isNear && <ProductGridPlace count={cardCount} />}
      {isNear && isWaiting && <ProductGridSkeleton count={cardCount} />}
      {isNear && !isWaiting && (
        <ProductGrid
          products={relatedProducts(product, catalogue.data?.products ?? [], category.data?.products ?? [])}
        />
      )}
    </Section>
  );
}
