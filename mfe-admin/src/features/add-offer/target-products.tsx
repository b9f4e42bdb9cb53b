import { Alert, Button, Checkbox, Loading, Skeleton } from '@kinmel/ui';
import { useState } from 'react';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { productsApi } from '../../products/products-api.ts';
import classes from './offer-form.module.css';
import { detailOf, type TargetProduct, targetsOf } from './target-products.rules.ts';

/** The most products that are listed at once; the search finds the others. */
const mostShown = 60;
/** The most that are asked for by their ids in one request. */
const mostNamed = 100;

const none: readonly TargetProduct[] = [];

interface TargetProductsProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** The products that an offer is for; none means what its product details say. The shop is searched, not the first page. */
export function TargetProducts({ chosen, onChange }: TargetProductsProps) {
  const [search, setSearch] = useState('');
  const query = { search: search === '' ? undefined : search, page: 1, limit: mostShown };
  const found = productsApi.useListProductsQuery(query);
  // What was chosen when the form began; what is chosen later was listed before.
  const [stored] = useState(() => chosen.slice(0, mostNamed));
  const named = productsApi.useFindAdminProductsQuery(stored, { skip: stored.length === 0 });
  const [met, setMet] = useState<ReadonlyMap<string, TargetProduct>>(new Map());
  const list = found.data?.rows ?? none;
  const isAsked = stored.length > 0 && named.data === undefined && !named.isError;

  if ((found.isError && !found.data) || (named.isError && !named.data)) {
    return (
      <Alert tone="warn" className={classes.whole}>
        Could not load products. Product selection will be limited.{' '}
        <Button
          look="line"
          size="small"
          busy={found.isFetching || named.isFetching}
          onClick={() => {
            void found.refetch();
            if (stored.length > 0) void named.refetch();
          }}
        >
          Retry
        </Button>
      </Alert>
    );
  }
  if (!found.data || isAsked) {
    return (
      <Loading className={classes.whole}>
        <Skeleton width="100%" height={120} />
      </Loading>
    );
  }
  const known = new Map([...met, ...[...(named.data ?? none), ...list].map((one) => [one.id, one] as const)]);
  const isChosen = (id: string) => chosen.includes(id);
  const more = found.data.total - list.length;
  return (
    <div className={classes.whole}>
      <SearchBox
        label="Search products"
        placeholder="Search by name, brand, category or description..."
        value={search}
        onSearch={setSearch}
      />
      <p className={classes.more}>{chosen.length} chosen</p>
      <ul aria-label="Products" aria-busy={found.isFetching || undefined} className={classes.products}>
        {targetsOf({ chosen, known, found: list, isSearched: search !== '' }).map((product) => (
          <li key={product.id}>
            <Checkbox
              label={product.name}
              detail={detailOf(product)}
              checked={isChosen(product.id)}
              onChange={({ target }) => {
                setMet(known);
                onChange(
                  target.checked ? [...chosen, product.id] : chosen.filter((other) => other !== product.id),
                );
              }}
            />
          </li>
        ))}
      </ul>
      {list.length === 0 ? <p className={classes.more}>No products found</p> : null}
      {more > 0 ? <p className={classes.more}>{more} more: search for them.</p> : null}
    </div>
  );
}
