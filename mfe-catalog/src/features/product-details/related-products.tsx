import type { Product } from '@kinmel/contracts';
import { Section } from '@kinmel/ui';
import { requestAddress, useHydrated } from '@kinmel/web-kit';
import { useListProductsQuery } from '../../catalog-api.ts';
import { ProductGrid, ProductGridSkeleton } from '../../products/list/product-grid.tsx';
import { fixedProducts, relatedProducts } from './related-products.rules.ts';

const fixedAddress = requestAddress({
  url: '/api/products',
  params: { search: fixedProducts[0]?.name, category: 'premiumsmartphones', limit: 20 },
});
const categoryAddress = (category: Product['category']) =>
  requestAddress({ url: '/api/products', params: { category, limit: 6 } });

/** The row under a product. It stands below the fold, so it asks after the first render, and it never fails: two of its cards are fixed. */
export function RelatedProducts({ product }: { product: Product }) {
  const skip = !useHydrated();
  const catalogue = useListProductsQuery(fixedAddress, { skip });
  const category = useListProductsQuery(categoryAddress(product.category), { skip });
  const isWaiting = [catalogue, category].some(
    ({ data, error }) => data === undefined && error === undefined,
  );
  return (
    <Section title="Related products">
      {isWaiting ? (
        <ProductGridSkeleton count={4} />
      ) : (
        <ProductGrid
          products={relatedProducts(product, catalogue.data?.products ?? [], category.data?.products ?? [])}
        />
      )}
    </Section>
  );
}
