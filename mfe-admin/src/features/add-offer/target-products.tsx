import { Alert, Button, Checkbox, Field, Loading, Skeleton, TextInput } from '@kinmel/ui';
import { useState } from 'react';
import classes from './offer-form.module.css';
import { offersApi } from './offers-api.ts';

/** The most products that are listed at once; the search finds the others. */
const mostShown = 60;

interface TargetProductsProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** The products that an offer is for; none means what its product details say (SIL-51). */
export function TargetProducts({ chosen, onChange }: TargetProductsProps) {
  const { data, isError, isFetching, refetch } = offersApi.useListTargetProductsQuery();
  const [search, setSearch] = useState('');
  if (isError) {
    return (
      <Alert tone="warn" className={classes.whole}>
        Could not load products. Product selection will be limited.{' '}
        <Button look="line" size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </Alert>
    );
  }
  if (!data) {
    return (
      <Loading className={classes.whole}>
        <Skeleton width="100%" height={120} />
      </Loading>
    );
  }
  const words = search.trim().toLowerCase();
  const found = data.filter(({ name, brand }) => `${brand} ${name}`.toLowerCase().includes(words));
  const isChosen = (id: string) => chosen.includes(id);
  const shown = found.toSorted((one, other) => Number(isChosen(other.id)) - Number(isChosen(one.id)));
  return (
    <div className={classes.whole}>
      <Field label="Search products" hint={`${chosen.length} chosen`}>
        <TextInput type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      <ul aria-label="Products" className={classes.products}>
        {shown.slice(0, mostShown).map(({ id, name, brand }) => (
          <li key={id}>
            <Checkbox
              label={name}
              detail={brand}
              checked={isChosen(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          </li>
        ))}
      </ul>
      {found.length > mostShown ? (
        <p className={classes.more}>{found.length - mostShown} more: search for them.</p>
      ) : null}
    </div>
  );
}
