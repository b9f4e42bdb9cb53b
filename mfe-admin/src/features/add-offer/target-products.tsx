import type { Product } from '@kinmel/contracts';
import { Checkbox } from '@kinmel/ui';
import { useState } from 'react';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { variantOf } from '../../products/product-answers.rules.ts';
import { productsApi } from '../../products/products-api.ts';
import classes from './offer-form.module.css';

type TargetProduct = Pick<Product, 'id' | 'name' | 'brand'> & Partial<Pick<Product, 'specs'>>;

const detailOf = (product: TargetProduct): string =>
  [product.brand, variantOf(product)].filter(Boolean).join(', ');

/** Further products are found by the search. */
const maxShown = 60;
/** The server's limit of ids in one request. */
const maxIds = 100;

const noProducts: readonly TargetProduct[] = [];

interface TargetProductsProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Chooses the products of an offer, by a search over the whole shop. */
export function TargetProducts({ chosen, onChange }: TargetProductsProps) {
  const [search, setSearch] = useState('');
  const query = { search: search === '' ? undefined : search, page: 1, limit: maxShown };
  const listQuery = productsApi.useListProductsQuery(query);
  // Only products chosen before the form was opened need a request; later ones come from the list.
  const [initialIds] = useState(() => chosen.slice(0, maxIds));
  const chosenQuery = productsApi.useFindAdminProductsQuery(initialIds, { skip: initialIds.length === 0 });
  const [seenProducts, setSeenProducts] = useState<ReadonlyMap<string, TargetProduct>>(new Map());
  const list = listQuery.data?.rows ?? noProducts;
  const isLoadingChosen = initialIds.length > 0 && chosenQuery.data === undefined && !chosenQuery.isError;

  if ((listQuery.isError && !listQuery.data) || (chosenQuery.isError && !chosenQuery.data)) {
    return (
      <RetryAlert
        tone="warn"
        className={classes.whole}
        request={{
          isFetching: listQuery.isFetching || chosenQuery.isFetching,
          refetch: () => {
            void listQuery.refetch();
            if (initialIds.length > 0) void chosenQuery.refetch();
          },
        }}
      >
        Could not load products. Product selection will be limited.
      </RetryAlert>
    );
  }
  if (!listQuery.data || isLoadingChosen) {
    return <Placeholder height={120} className={classes.whole} />;
  }
  const productsById = new Map([
    ...seenProducts,
    ...[...(chosenQuery.data ?? noProducts), ...list].map((one) => [one.id, one] as const),
  ]);
  const isChosen = (id: string) => chosen.includes(id);
  // A search shows only its results. Deleted products stay listed so that they can be unticked.
  const chosenProducts =
    search === ''
      ? chosen.map(
          (id) => productsById.get(id) ?? { id, name: 'Not in the shop any more', brand: id.slice(-6) },
        )
      : list.filter(({ id }) => isChosen(id));
  const targets: readonly TargetProduct[] = [...chosenProducts, ...list.filter(({ id }) => !isChosen(id))];
  const moreCount = listQuery.data.total - list.length;
  return (
    <div className={classes.whole}>
      <SearchBox
        label="Search products"
        placeholder="Search by name, brand, category or description..."
        value={search}
        onSearch={setSearch}
      />
      <p className="type-hint anywhere">{`${chosen.length} chosen`}</p>
      <ul aria-label="Products" aria-busy={listQuery.isFetching || undefined} className={classes.products}>
        {targets.map((product) => (
          <li key={product.id}>
            <Checkbox
              label={product.name}
              detail={detailOf(product)}
              checked={isChosen(product.id)}
              onChange={({ target }) => {
                setSeenProducts(productsById);
                onChange(
                  target.checked ? [...chosen, product.id] : chosen.filter((other) => other !== product.id),
                );
              }}
            />
          </li>
        ))}
      </ul>
      {list.length === 0 ? <p className="type-hint anywhere">No products found</p> : null}
      {moreCount > 0 ? <p className="type-hint anywhere">{`${moreCount} more: search for them.`}</p> : null}
    </div>
  );
}
